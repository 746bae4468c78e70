import Drawing
import Geometry
import GridUI
import Tabular
import Testing

/// Every character is 8 px wide in a font of the size of the theme's, and a line 17 px high in any.
struct FixedMeasure: TextMeasuring {
    /// The width of each character.
    var letter = 8.0

    func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        letter * Double(text.count { $0 & 0xC0 != 0x80 }) * font.size / Theme.light.font.size
    }

    func metrics(of font: Font) -> FontMetrics { FontMetrics(ascent: 13, descent: 4) }

    func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double {
        17 * Double(min(Self.lines(of: String(decoding: text, as: UTF8.self), in: width).count, 40))
    }

    /// What stands on each line: as many words as go into `width`, else as many characters.
    static func lines(of text: String, in width: Double) -> [String] {
        let room = max(1, Int(width / 8))
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            var lines = [""]
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let last = lines[lines.count - 1]
                if last.isEmpty || last.count + 1 + word.count <= room {
                    lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
                } else {
                    lines.append(String(word))
                }
                while lines[lines.count - 1].count > room {
                    let long = lines[lines.count - 1]
                    lines[lines.count - 1] = String(long.prefix(room))
                    lines.append(String(long.dropFirst(room)))
                }
            }
            return lines
        }
    }
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
    snapshot.version = 1
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

/// A sheet whose columns are all 100 wide, under a header of 32 and beside a gutter of 56, with rows of 28.
func evenSheet(
    rows: Int = 1000, columns: Int = 50, zoom: Double = 1, direction: LayoutDirection = .leftToRight
) -> GridModel {
    var (model, _) = generated(rows: rows, columns: columns)
    for column in 0..<columns { model.resizeColumn(column, to: 100) }
    model.pointer.showsHandles = true
    model.setDirection(direction)
    model.zoom(to: zoom)
    return model
}

extension GridModel {
    /// The point of viewport space so many logical pixels on the screen from the leading edge.
    func point(_ x: Double, _ y: Double) -> Point {
        Point(x: viewport.direction == .leftToRight ? x : viewport.size.width - x, y: y)
    }

    /// What lies there.
    func target(_ x: Double, _ y: Double) -> PointerTarget? { pointerTarget(at: point(x, y)) }

    /// Presses at one place, moves to another and lets go there. Places as `point` takes them.
    mutating func drag(_ x: Double, _ y: Double, to x2: Double, _ y2: Double) {
        hold(x, y, at: x2, y2)
        _ = release()
    }

    mutating func click(_ x: Double, _ y: Double, _ mode: SelectionMode = .replacing) {
        _ = press(at: point(x, y), mode)
        _ = release()
    }

    /// Drags a header that is selected before, as one has to be that is to be moved.
    mutating func lift(_ x: Double, _ y: Double, to x2: Double, _ y2: Double) {
        click(x, y)
        drag(x, y, to: x2, y2)
    }

    /// The same, but does not let go.
    mutating func hold(_ x: Double, _ y: Double, at x2: Double, _ y2: Double, _ mode: SelectionMode = .replacing) {
        _ = press(at: point(x, y), mode)
        for step in 1...4 {
            let share = Double(step) / 4
            _ = movePointer(to: point(x + (x2 - x) * share, y + (y2 - y) * share))
        }
    }

    /// The columns as they stand.
    var order: [Int] { (0..<columns.count).map { columns.column(at: $0) } }

    var widths: [Double] { (0..<columns.count).map { sheet.columns.size(of: $0) } }
}

/// The kinds of sheets that gestures must work in.
struct SheetKind: Sendable, CustomTestStringConvertible {
    var zoom: Double
    var direction: LayoutDirection

    var testDescription: String { "zoom \(zoom), \(direction)" }

    func sheet(rows: Int = 1000, columns: Int = 50) -> GridModel {
        evenSheet(rows: rows, columns: columns, zoom: zoom, direction: direction)
    }

    static let all = [0.5, 1, 2].flatMap { zoom in
        [LayoutDirection.leftToRight, .rightToLeft].map { SheetKind(zoom: zoom, direction: $0) }
    }
}
