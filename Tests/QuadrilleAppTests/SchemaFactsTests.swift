import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct SchemaFactsTests {
    private var schema: TableSchema {
        var schema = TableSchema()
        var total = TableSchema.Column(name: "total", declaredType: "REAL")
        (total.isGenerated, total.isRequired) = (true, true)
        var rank = TableSchema.Column(name: "rank", declaredType: "")
        rank.isHidden = true
        schema.columns = [TableSchema.Column(name: "id", declaredType: ""), total, rank]
        schema.keys = [
            TableSchema.Key(columns: ["id"], isPrimary: true), TableSchema.Key(columns: ["a", "b"], isPrimary: false),
        ]
        schema.references = [
            TableSchema.Reference(columns: ["d", "n"], table: "tracks", targetColumns: ["disc", "number"])
        ]
        var index = TableSchema.Index(name: "byTotal", parts: ["total", nil])
        (index.isUnique, index.isPartial) = (true, true)
        schema.indexes = [index]
        schema.statements = ["CREATE TABLE x(\n\tid, b\u{1})", "CREATE INDEX y"]
        return schema
    }

    private func lines(_ facts: [ValueFacts.Fact]) -> [String] { facts.map { "\($0.name): \($0.text)" } }

    @Test func everyPartOfASchemaIsNamed() {
        let facts = SchemaFacts(schema: schema)
        #expect(
            lines(facts.columns) == ["id: –", "total: REAL · not null · generated", "rank: hidden in the table"])
        #expect(
            lines(facts.keys) == [
                "Primary key: id", "Unique key: a, b", "Foreign key: d, n → tracks (disc, number)",
            ])
        #expect(lines(facts.indexes) == ["byTotal: total, an expression · unique · of some rows"])
        #expect(facts.statements == "CREATE TABLE x(\n    id, b\u{2401});\n\nCREATE INDEX y;")
    }

    @Test func furtherColumnsAreCounted() {
        var schema = TableSchema()
        schema.columns = (0..<1000).map { TableSchema.Column(name: "c\($0)", declaredType: "") }
        let facts = SchemaFacts(schema: schema).columns
        #expect(facts.count == SchemaFacts.columnLimit + 1 && facts.last?.text == "800 columns more")
    }
}
