import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps
import Translation

/// A text that does not fit its frame.
public struct CutText: Sendable, Hashable {
    /// The beginning of the text; for most texts, all of it.
    public var text: String
    /// The frame of its cell or header, in viewport space.
    public var frame: Rect

    public init(text: String, frame: Rect) { (self.text, self.frame) = (text, frame) }
}

extension GridModel {
    /// Returns the loaded and the full length of a truncated value, in bytes; nil where the value is not truncated.
    public func cut(of cell: CellPosition) -> (shown: Int, whole: Int)? {
        guard let block = table.cells.block(row: cell.row, column: cell.column),
            block.info(row: cell.row, column: cell.column).isCut
        else { return nil }
        let shown = block.withBytes(row: cell.row, column: cell.column) { $0.count }
        return (shown, block.length(row: cell.row, column: cell.column))
    }

    /// The maximum number of bytes of a text that are shown beside the pointer.
    private static let shownBytes = 1_000

    /// The truncated text of a cell or of a column's header under `point` (viewport space); nil where there is none, or the
    /// text fits.
    ///
    /// - Complexity: O(log + bytes shown of the text).
    public func cutText(at point: Point, measuring text: some TextMeasuring) -> CutText? {
        if let found = hitTest(point), var words = words(ofAggregate: found.element) {
            if case .cell(let cell) = pointerTarget(at: point), groupInSheet(cell) != nil {
                words += "\n" + tr("Double-click to see its group in the sheet")
            }
            return CutText(text: words, frame: viewport.project(found.frame, from: viewport.visible))
        }
        let scaled = ScaledMeasuring(text, by: textScale)
        switch pointerTarget(at: point) {
        case .cell(let cell): return cutText(of: cell, measuring: text)
        case .header(.horizontal, let place) where view.shape == .cells:
            guard let header = hitTest(point), place < columns.count else { return nil }
            let column = columns.column(at: place)
            let title = Array(formats.title(ofColumn: column, of: table).utf8)
            let width = title.withUnsafeBufferPointer { scaled.width(of: $0, font: metrics.headerFont) }
            let shown = viewport.project(header.frame, from: viewport.visible)
            // As the title is painted: between the marks, if any.
            var lost = 0.0
            if sortRank(ofColumn: column) != nil, sortMark(in: shown) != nil {
                lost += Self.sortMarkWidth - GridMetrics.padding
            }
            if filterMark(ofColumn: column, in: shown) != nil { lost += Self.filterMarkWidth }
            let isCut = width > room(in: header.frame) - lost
            let tip = isCut ? TipText(Self.tip(title[...]), isCut: false, lineCount: nil).text : nil
            let types = TypeLines(of: column, in: self)
            let lines = [tip].compactMap { $0 } + (typing.isOffered || types.isDeclared ? types.all : [])
            return lines.isEmpty ? nil : CutText(text: lines.joined(separator: "\n"), frame: shown)
        default: return nil
        }
    }

    /// The same for one cell, such as the active one.
    public func cutText(of cell: CellPosition, measuring text: some TextMeasuring) -> CutText? {
        guard let element = element(showing: cell), let found = attributes(for: element),
            let shown = shownFrame(of: cell),
            let block = table.cells.block(row: cell.row, column: cell.column)
        else { return nil }
        let info = block.info(row: cell.row, column: cell.column)
        guard info.state == .value else { return nil }
        let raw = block.withBytes(row: cell.row, column: cell.column) { Array($0.prefix(Self.shownBytes + 1)) }
        let bytes = formatted(raw, ofColumn: cell.column, isWhole: !info.isCut && raw.count <= Self.shownBytes)
        let isLong = info.isCut || bytes.count > Self.shownBytes
        let hasLines = bytes.contains { $0 == 0x0A || $0 == 0x0D }
        let isWrapped = isSheet && wraps(column: cell.column)
        let scaled = ScaledMeasuring(text, by: textScale)
        let width = bytes.withUnsafeBufferPointer { scaled.width(of: $0, font: metrics.font) }
        let isTooWide = width > room(in: found.frame)
        guard isLong || !isWrapped && (hasLines || isTooWide) else { return nil }
        let end = bytes.withUnsafeBufferPointer { Utf8.boundary(in: $0, atMost: Self.shownBytes) }
        // The number of lines is known only of a value that is completely in memory.
        let all = info.isCut ? nil : block.withBytes(row: cell.row, column: cell.column) { Self.tip(Array($0)[...]) }
        let lineCount = all.map { text in text.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } }
        return CutText(text: TipText(Self.tip(bytes[..<end]), isCut: isLong, lineCount: lineCount).text, frame: shown)
    }

    /// A value in its column's format; a truncated value is shown without format and digit groups.
    private func formatted(_ value: [UInt8], ofColumn column: Int, isWhole: Bool) -> [UInt8] {
        guard isWhole else { return value }
        var shown: [UInt8] = []
        if let format = columnFormat(ofColumn: column) {
            value.withUnsafeBufferPointer { _ = format.append($0, to: &shown) }
            return shown
        }
        guard groupsDigits(ofColumn: column) else { return value }
        return value.withUnsafeBufferPointer { bytes in
            guard let groups = DigitGroups(bytes), groups.isLongQuantity else { return value }
            groups.append(bytes, to: &shown)
            return shown
        }
    }

    /// The width for a text in `frame`, in logical pixels before zoom.
    private func room(in frame: Rect) -> Double { frame.width - 2 * GridMetrics.padding }

    private static func tip(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        bytes.withUnsafeBufferPointer { Utf8.appendVisibly($0, keepingLines: true, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}
