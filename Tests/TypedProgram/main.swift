// The program with one format more: files of two tables of typed columns, which no format of its own has so far.
//
//     TYPED rows=300 columns=24 direction=rtl
//     TYPED nested=9
import QuadrilleApp
import TableFormats
import Tabular
import TestSources

QuadrilleCommand.main(reading: TableFormats(TableFormats.standard.formats + [TypedDocument.format]))

/// Two tables of typed columns, the first of which declares a layout of its own.
final class TypedDocument: TableDocument {
    static let format = TableFormat(
        name: "typed", kinds: [TableFormat.FileKind("typed", mimeType: "application/x-typed")],
        recognizes: { $0.bytes.starts(with: "TYPED".utf8) },
        open: { (bytes, _) throws(ReadError) in try TypedDocument(bytes) })

    private let words: [Substring: Int]
    private let isRightToLeft: Bool

    init(_ bytes: FileBytes) throws(ReadError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 10, alignment: 1)
        defer { room.deallocate() }
        let text = String(decoding: room.prefix(try bytes.read(into: room, at: 0)), as: UTF8.self)
        let pairs = text.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=") }.filter { $0.count == 2 }
        words = Dictionary(pairs.compactMap { pair in Int(pair[1]).map { (pair[0], $0) } }) { $1 }
        isRightToLeft = pairs.contains { $0 == ["direction", "rtl"] }
    }

    var catalog: CatalogState {
        var catalog = Catalog(entries: [Catalog.Entry(name: "first"), Catalog.Entry(name: "second")])
        catalog.isContainer = true
        return .ready(catalog)
    }

    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}

    func table(_ id: TableID?) -> any TableSource {
        if let rows = words["nested"] { return TypedSource.nested(rows: rows) }
        let (rows, columns) = (words["rows"] ?? 300, words["columns"] ?? 24)
        guard id == nil || id == .first else { return TypedSource(rows: 20, columns: 8) }
        return TypedSource(rows: rows, columns: columns, layout: layout)
    }

    /// All that a sheet can declare. Rows 0 to 11 have the labels 3 to 14, and the next one 1,001.
    private var layout: DeclaredLayout {
        var layout = DeclaredLayout()
        (layout.frozenColumns, layout.frozenRows, layout.headerRows) = (1, 0, 1)
        layout.widths = [1: 24, 2: 9]
        layout.merges = [DeclaredLayout.Merge(rows: 4..<6, columns: 3..<5)]
        (layout.hiddenRows, layout.hiddenColumns) = ([8..<10], [6..<7])
        layout.activeCell = (row: 2, column: 3)
        layout.rowLabels = .stretches([
            RowLabels.Stretch(row: 0, label: 3), RowLabels.Stretch(row: 12, label: 1_001),
        ])
        layout.isRightToLeft = isRightToLeft
        return layout
    }
}
