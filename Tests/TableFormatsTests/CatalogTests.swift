import Tabular
import Testing

private func catalog(_ names: [String], hidden: Set<String> = []) -> Catalog {
    Catalog(
        entries: names.map { name in
            var entry = Catalog.Entry(name: name, kind: .file)
            entry.isHidden = hidden.contains(name)
            return entry
        })
}

@Test func tableIsNamedByNameOrNumber() {
    let tables = catalog(["a.csv", "b.csv", "7"])
    #expect(tables.table(written: "b.csv") == TableID(1))
    #expect(tables.table(written: "2") == TableID(1))
    #expect(tables.table(written: "0") == nil)
    #expect(tables.table(written: "4") == nil)
    #expect(tables.table(written: "7") == nil)
    #expect(tables.table(written: "name:7") == TableID(2))
    #expect(tables.table(written: "c.csv") == nil)
}

@Test func numbersCountVisibleTables() {
    let tables = catalog(["a", "b", "c"], hidden: ["a"])
    #expect(tables.table(written: "1") == TableID(1))
    #expect(tables.table(written: "2") == TableID(2))
    #expect(tables.table(written: "3") == nil)
    #expect(tables.table(written: "a") == TableID(0))
}

@Test func endOfPathNamesTheOnlyFileThatHasIt() {
    let tables = catalog(["x/a.csv", "y/a.csv", "y/b.csv"])
    #expect(tables.table(written: "b.csv") == TableID(2))
    #expect(tables.table(written: "a.csv") == nil)
    #expect(tables.table(written: "y/a.csv") == TableID(1))
}

@Test func defaultTableIsTheActiveOrTheFirstThatOpens() {
    var tables = catalog(["a", "b", "c"], hidden: ["a"])
    #expect(tables.defaultTable == TableID(1))
    tables.entries[1].obstacle = ReadError(kind: .damaged, source: "", message: "is damaged.")
    #expect(tables.defaultTable == TableID(2))
    tables.entries[2].rowCount = 0
    #expect(tables.defaultTable == TableID(2))
    tables.activeTable = TableID(0)
    #expect(tables.defaultTable == TableID(0))
    #expect(catalog([]).defaultTable == nil)
}

@Test func tablesOfOneNameAreNumbered() {
    var tables = catalog(["a", "b", "a", "a (2)", "a", "b"])
    tables.numberNames()
    #expect(tables.entries.map(\.name) == ["a", "b", "a (3)", "a (2)", "a (4)", "b (2)"])
    #expect(tables.table(written: "a (4)") == TableID(4))
    let names = tables.entries.map(\.name)
    tables.numberNames()
    #expect(tables.entries.map(\.name) == names)
}
