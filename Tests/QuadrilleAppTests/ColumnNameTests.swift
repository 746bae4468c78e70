import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct ColumnNameTests {
    private func columns(_ names: [String]) -> [Column] { names.map { Column(name: $0, type: .text) } }

    @Test(arguments: [
        ("Day", 0), ("2", 3), ("B", 1), ("Twice", 2), ("3", 2), ("5", 4), ("E", 4), ("7", 6), ("AA", 26), ("27", 26),
    ])
    func aColumnIsANameThenANumberThenLetters(text: String, index: Int) {
        let names = ["Day", "x", "Twice", "2", "Twice"] + (5..<30).map { "column \($0)" }
        #expect(ColumnName(text).index(in: columns(names)) == index)
    }

    @Test(arguments: ["0", "-1", "4", "D", "a", "AAAAA", "ABCDEFGHIJKLMNOP", "1.0", "É", " A", ""])
    func otherTextsAreNoColumn(text: String) {
        #expect(ColumnName(text).index(in: columns(["x", "y", "z"])) == nil)
    }

    @Test(arguments: [
        ("\"a,b\"", 0), ("\"say \"\"no\"\"\"", 1), ("\"x\"", 2), ("\"2\"", 1), ("\"C\"", 2), ("\"\"", nil),
        ("\"a,b", nil),
        ("\"a,b\"x", nil),
    ])
    func aNameMayStandInQuotes(text: String, index: Int?) {
        #expect(ColumnName(text).index(in: columns(["a,b", "say \"no\"", "\"x\"", "x"])) == index)
    }

    @Test(arguments: [
        ("address.city", 1), ("address.\"a,b\"", 2), ("\"address.a,b\"", 2), ("\"address\".city", 1), ("city", 3),
        ("a,b", 2), ("n.m", 4), ("\"n.m\"", 5), ("m", 4), ("2", 1), ("address", 0), ("address.zip", nil),
    ])
    func aNestedColumnIsNamedByItsPath(text: String, index: Int?) {
        let paths = [
            ["address"], ["address", "city"], ["address", "a,b"], ["city"], ["n", "m"], ["n.m"],
        ]
        let columns = paths.map { path in
            var column = Column(name: path.last ?? "", type: .text)
            column.path = path
            return column
        }
        #expect(ColumnName(text).index(in: columns) == index)
    }

    @Test func pathsOfNestedColumnsAreOffered() {
        var column = Column(name: "city", type: .text, groups: ["address"])
        column.path = ["address", "city"]
        let message = ColumnName("adress.city").unknown(option: "--columns", in: [column])
        #expect(message == "--columns 'adress.city': there is no such column. Did you mean 'address.city'?")
    }

    @Test func sharedLastNameIsRefused() {
        let columns = [["b", "c"], ["d", "c"], ["e"]].map { path in
            var column = Column(name: path.last ?? "", type: .text)
            column.path = path
            return column
        }
        #expect(ColumnName("c").index(in: columns) == nil && ColumnName("d.c").index(in: columns) == 1)
        #expect(
            ColumnName("c").unknown(option: "--filter", in: columns)
                == "--filter 'c': more than one column has that name. Did you mean 'b.c' or 'd.c'?")
    }

    @Test(arguments: [
        ("a,\"b,c\",d", ["a", "\"b,c\"", "d"]), ("\"a\"\",\"", ["\"a\"\",\""]), ("a\"b,c\"", ["a\"b", "c\""]),
        ("\"a,b", ["\"a", "b"]),
        (",", ["", ""]), ("", [""]), ("b.\"x,y\",c", ["b.\"x,y\"", "c"]), ("\"a,b\".c,d", ["\"a,b\".c", "d"]),
        ("b.\"x,y", ["b.\"x", "y"]),
    ])
    func listsAreSplitOutsideOfQuotes(text: String, parts: [String]) {
        #expect(ColumnName.split(text[...], at: ",").map(String.init) == parts)
    }

    @Test func aPlaceIsThatWhateverNamesThereAre() {
        let names = columns(["", "1", "2"])
        #expect(ColumnName(at: 0).index(in: names) == 0 && ColumnName("1").index(in: names) == 1)
        #expect(ColumnName(at: 2).index(in: names) == 2 && ColumnName(at: 3).index(in: names) == nil)
    }

    @Test func theNearestNamesAreOffered() {
        let week = columns(["Day", "Project", "Task", "Start", "Hours"])
        func message(_ text: String) -> String { ColumnName(text).unknown(option: "--group", in: week) }
        #expect(message("day") == "--group 'day': there is no such column. Did you mean 'Day'?")
        #expect(message("Projekt") == "--group 'Projekt': there is no such column. Did you mean 'Project'?")
        #expect(message("Proj") == "--group 'Proj': there is no such column. Did you mean 'Project'?")
        #expect(message("Dya") == "--group 'Dya': there is no such column. Did you mean 'Day'?")
        #expect(message("Stask") == "--group 'Stask': there is no such column. Did you mean 'Task'?")
        #expect(
            message("weight")
                == "--group 'weight': there is no such column. There are 'Day', 'Project', 'Task', 'Start', 'Hours'.")
    }

    @Test func manyColumnsAndNoneAreTold() {
        let name = ColumnName("x")
        #expect(name.unknown(option: "--label", in: []) == "--label 'x': there is no such column. The table has none.")
        #expect(
            name.unknown(option: "--label", in: columns(["", "long name"]))
                == "--label 'x': there is no such column. There are 'A', 'long name'.")
        let many = columns((1...2000).map { "column \($0)" })
        #expect(
            name.unknown(option: "--label", in: many) == "--label 'x': there is no such column. There are 'column 1', "
                + "'column 2', 'column 3', 'column 4', 'column 5', and 1,995 more.")
    }
}
