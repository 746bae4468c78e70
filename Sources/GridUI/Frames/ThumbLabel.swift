import Drawing
import Geometry
import Tabular
import Translation

/// The name of the first visible item, shown beside the thumb of a scrollbar while it is dragged.
public enum ThumbLabel {
    private static let height = 28.0
    /// The distance between the label and the viewport's edge, where GTK's overlay scrollbar lies.
    private static let distance = 26.0

    /// Appends the label for the thumb of `axis`.
    public static func paint(
        _ model: GridModel, _ axis: Axis, theme: Theme, measuring text: some TextMeasuring, into list: inout DisplayList
    ) {
        guard let words = model.startInSight(on: axis) else { return }
        let viewport = model.viewport
        let width = min((text.width(of: words, font: theme.font) + 24).rounded(.up), viewport.size.width / 2)
        let length = viewport.size[axis]
        let own = axis == .vertical ? height : width
        let scrolled = model.scrollExtent[axis] - length
        let share = scrolled > 0 ? min(max(model.scrollPosition[axis] / scrolled, 0), 1) : 0
        let along = max(0, share * (length - own)).rounded()
        let origin =
            axis == .vertical
            ? Point(x: viewport.size.width - width - distance, y: along)
            : Point(x: along, y: viewport.size.height - height - distance)
        let box = viewport.mirrored(Rect(x: origin.x, y: origin.y, width: width, height: height))
        list.clip(to: nil)
        list.fill(box, theme.text.opacity(0.92))
        let style = list.style(TextStyle(font: theme.font, color: theme.background))
        list.text(
            in: box.inset(by: Insets(top: 0, leading: 12, bottom: 0, trailing: 12)), style: style, alignment: .center
        ) { $0.append(contentsOf: words.utf8) }
    }
}

extension GridModel {
    /// Returns a word or two for the first visible item of the scrolling part: the number of a row or a record, a
    /// section's title; or a column's title along the horizontal axis. Nil where there is none.
    public func startInSight(on axis: Axis) -> String? {
        guard let cell = firstCellInSight() else { return nil }
        switch view.shape {
        case .cells where axis == .horizontal:
            return cell.column < columnCount ? table.columns[cell.column].title(at: cell.column) : nil
        case .cells: return tr("Row {row}", ["row": number(ofRow: cell.row)])
        case .records: return tr("Record {record}", ["record": number(ofRow: cell.row)])
        case .groups:
            guard let groups, let place = groups.place(of: cell.row) else { return nil }
            let title = groups.key(of: place.group)
            return title.isEmpty ? tr("(empty)") : String(title.prefix(60))
        }
    }

    private func number(ofRow row: Int) -> String { table.rowLabel(at: row)?.grouped ?? "…" }

    /// The first scrolling row, plus the fraction of it that is scrolled out of view. Nil in other views than the sheet.
    public var rowAtStart: Double? {
        guard isSheet, rowCount > 0 else { return nil }
        let offset = viewport.offset.y + sheet.rows.offset(of: sheet.frozenRowsInForce.leading)
        guard let track = sheet.rows.track(containing: offset), track.size > 0 else { return nil }
        return Double(track.index) + (offset - track.offset) / track.size
    }
}
