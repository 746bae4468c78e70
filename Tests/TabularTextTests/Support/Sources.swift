import Tabular
import TabularBytes
import TestStores

@testable import TabularText

/// A source over `store`, with small blocks so that small tests cross many borders.
func source(
    _ store: any ByteStore, name: String = "test.csv", options: TextOptions = TextOptions(),
    tuning: ReaderTuning = ReaderTuning()
) -> TextSource {
    TextSource(name: name, options: options, tuning: tuning) { () throws(ReadError) in store }
}

func source(_ text: String, name: String = "test.csv", options: TextOptions = TextOptions()) -> TextSource {
    source(MemoryStore(Array(text.utf8)), name: name, options: options)
}

extension TableSource {
    /// Wants `rows` of the first `columns` columns, or of all, and waits for them; a line for each, cells between bars,
    /// `·` where one is missing.
    func lines(_ rows: Range<Int>, columns: Int? = nil) -> [String] {
        let columns = 0..<(columns ?? snapshot.columns.count)
        guard !rows.isEmpty && !columns.isEmpty else { return [] }
        want([CellRange(rows: rows, columns: columns)])
        let snapshot = wait { snapshot in
            rows.allSatisfy { row in columns.allSatisfy { snapshot.cells.block(row: row, column: $0) != nil } }
        }
        return rows.map { row in
            columns.map { snapshot.text(row, $0) }.joined(separator: "|")
        }
    }
}

extension TableSnapshot {
    func text(_ row: Int, _ column: Int) -> String {
        guard let block = cells.block(row: row, column: column) else { return "?" }
        return block.info(row: row, column: column).state == .missing ? "·" : block.text(row: row, column: column)
    }

    var problemLines: [String] {
        problems.first.map {
            "\($0.kind.rawValue) record \($0.position.record) line \($0.position.line) byte \($0.position.byte): \($0.message)"
        }
    }
}

extension TextOptions {
    /// A table of text, whatever it looks like, read as RFC 4180 has it: nothing is found out but the header, where that is nil.
    static func plain(headerRows: Int?) -> TextOptions {
        var options = TextOptions(reading: Dialect())
        options.isForced = true
        options.encoding = "UTF-8"
        options.headerRows = headerRows
        return options
    }
}
