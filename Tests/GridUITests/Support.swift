import Drawing
import Geometry
import GridUI
import Tabular

/// Every character is 8 px wide and a line 17 px high, whatever the font.
struct FixedMeasure: TextMeasuring {
    func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        8 * Double(text.count { $0 & 0xC0 != 0x80 })
    }

    func metrics(of font: Font) -> FontMetrics { FontMetrics(ascent: 13, descent: 4) }
}

/// A table of the given records, all in memory. A nil is a missing field.
func table(_ names: [String], types: [ColumnType]? = nil, _ rows: [[String?]]) -> TableSnapshot {
    var snapshot = TableSnapshot(
        description: TableDescription(format: "CSV"),
        columns: names.enumerated().map { Column(name: $1, type: types?[$0] ?? .text) },
        rowCount: .exactly(rows.count), phase: .complete)
    var builder = RowBlockBuilder(firstRow: 0, columns: 0..<names.count)
    for row in rows {
        for column in names.indices {
            if column < row.count, let text = row[column] { builder.append(text.utf8) }
            builder.endCell(CellInfo(state: column < row.count && row[column] != nil ? .value : .missing))
        }
    }
    snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
    snapshot.generation = 1
    return snapshot
}

/// A model of a generated table in a viewport.
func generated(rows: Int, columns: Int, size: Size = Size(width: 800, height: 600)) -> (GridModel, GeneratedSource) {
    let source = GeneratedSource(rows: rows, columns: columns)
    var model = GridModel(table: source.snapshot)
    model.restyle(.light, measuring: FixedMeasure())
    model.resize(to: size, scaleFactor: 1)
    model.apply(source.snapshot)
    source.want(model.wantedCells())
    model.apply(source.snapshot)
    _ = model.fitColumnsInSight(measuring: FixedMeasure())
    return (model, source)
}
