import SeededRandom
import Tabular
import Testing

private func column(_ path: [String]) -> Column {
    var column = Column(name: path.last ?? "", type: .text)
    column.path = path
    return column
}

@Test(
    arguments: [
        (["city"], "city"), (["address", "city"], "address.city"), (["b", "x.y"], "b.\"x.y\""),
        (["x.y", "b"], "\"x.y\".b"), (["say \"no\""], "\"say \"\"no\"\"\""), (["b", ""], "b.\"\""), ([""], "\"\""),
        (["."], "\".\""), (["a b", "c,d:e"], "a b.c,d:e"), ([".\u{301}"], "\".\u{301}\""),
        (["\"\u{301}"], "\"\"\"\u{301}\""),
    ] as [([String], String)])
func pathIsOneText(path: [String], text: String) {
    #expect(ColumnPath.text(of: path) == text)
    #expect(ColumnPath.names(in: text) == path)
}

@Test(
    arguments: [
        ("\"city\"", ["city"]), ("a.\"b\".c", ["a", "b", "c"]), ("5\"x", ["5\"x"]), ("", nil), (".", nil), ("a.", nil),
        (".a", nil), ("a..b", nil), ("\"a", nil), ("\"a\"b", nil), ("a.\"b", nil), ("\"a\"\"", nil),
    ] as [(String, [String]?)])
func textMayBeAPath(text: String, path: [String]?) { #expect(ColumnPath.names(in: text) == path) }

@Test func textOfAPathIsThatOfNoOther() {
    var random = SplitMix64(seed: 31)
    let characters = [".", "\"", "a", "é", "\u{301}", " "]
    var texts: [String: [String]] = [:]
    for _ in 0..<4000 {
        let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in characters.randomElement(using: &random) ?? "" }
                .joined()
        }
        let text = ColumnPath.text(of: path)
        #expect(ColumnPath.names(in: text) == path)
        #expect(texts.updateValue(path, forKey: text).map { $0 == path } ?? true)
    }
}

@Test func fullNamesTellColumnsApart() {
    let names = [["n.m"], ["b.c"], ["b", "c"], ["b", "x.y"], ["\"q\""], ["c"], [""]]
    let columns = names.map(column)
    #expect(columns.fullNames == ["n.m", "\"b.c\"", "b.c", "b.\"x.y\"", "\"\"\"q\"\"\"", "c", ""])
    #expect(columns.fullTitles.last == "G")
    for (index, name) in columns.fullNames.enumerated() where !name.isEmpty {
        #expect(columns.index(named: name) == index && columns.index(written: name) == index, "\(name)")
    }
    // Without nested columns nothing is quoted.
    let flat = [["n.m"], ["b.c"], ["\"q\""]].map(column)
    #expect(flat.fullNames == ["n.m", "b.c", "\"q\""])
    #expect([Column(name: "b.c", type: .text)].fullNames == ["b.c"])
}

@Test(arguments: [
    ("city", 2), ("address.city", 1), ("address.\"city\"", 1), ("street", 3), ("address", 0), ("4", 3), ("D", 3),
    ("\"4\"", nil), ("address.zip", nil), ("address.", nil),
])
func columnIsMeantByItsPathThenItsName(text: String, index: Int?) {
    let columns = [["address"], ["address", "city"], ["city"], ["address", "street"]].map(column)
    #expect(columns.index(written: text) == index)
}

@Test func sharedLastNameIsOfNoColumn() {
    let nested = [["b", "C"], ["d", "C"], ["x"], ["e", "y"]].map(column)
    // Nor do the letters of a spreadsheet replace the name.
    #expect(nested.index(named: "C") == nil && nested.index(written: "C") == nil)
    #expect(nested.fullNames(sharing: "C") == ["b.C", "d.C"])
    #expect(nested.index(written: "y") == 3 && nested.fullNames(sharing: "y").isEmpty)
    #expect(nested.fullNames(sharing: "z").isEmpty)
    // A column that has no other name comes first.
    let mixed = nested + [Column(name: "C", type: .text), Column(name: "C", type: .text)]
    #expect(mixed.index(written: "C") == 4 && mixed.fullNames(sharing: "C").isEmpty)
}

@Test func choiceOfATypeIsKeptByThePathOfItsColumn() {
    let columns = [["a", "id"], ["b", "id"], ["id"]].map(column)
    for index in columns.indices {
        var choices = TypeChoices()
        choices.set(.text, for: index, in: columns)
        #expect(Array(choices.columns.keys) == [columns.fullNames[index]])
        // Wherever the column stands when the file is opened again.
        #expect(choices.choice(for: 2 - index, in: columns.reversed()) == .text)
    }
}
