import Geometry

/// A sheet whose columns share the width of the viewport: students by subjects, a report card for a class.
///
///     parameters.rowHeaderWidth
///     ├──────┬────────────┬────────────┬────────────┤
///     │      │ column     │ headers    │            │ parameters.columnHeaderHeight
///     ├──────┼────────────┼────────────┼────────────┤ ← separator 0, as wide as the content
///     │ row  │ cell       │            │            │ parameters.rowHeight
///     ├──────┼────────────┼────────────┼────────────┤ ← separator 1
///     │ head-│            │            │            │
///     │ ers  │ (viewport's width - rowHeaderWidth) / columns, or parameters.minimumColumnWidth if that is more
///     └──────┴────────────┴────────────┴────────────┘
///
/// Rows are the sections of the content, columns the items: as many columns as the longest row has items, and empty space where
/// a row has fewer. It scrolls sideways only when the minimum width makes it wider than the viewport.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (row, column) | 0 |
/// | separator, on the first pixels of its row | `.separator`, number row | 2 |
/// | row header, column header | `.rowHeader` (row, 0), `.columnHeader` (0, column) | 0, or 3 while they are pinned |
/// | corner, only while headers are pinned | `.corner` | 4 |
///
/// - Complexity: a frame is O(elements), the same at 10^3 rows and at 10^12; `prepare` is O(1) while the content is unchanged,
///   else that of `LayoutContent.change(from:)`.
public struct MarkSheet: PlannedLayout {
    /// The rows and the columns.
    public var content: LayoutContent
    public var parameters: MarkSheetParameters
    /// A Boolean value that indicates whether headers stay at the edges of the viewport, with a corner; if not, they scroll
    /// with the content.
    public var pinsHeaders: Bool
    public var plan: Plan?

    public init(
        content: LayoutContent = LayoutContent(), parameters: MarkSheetParameters = MarkSheetParameters(),
        pinsHeaders: Bool = false
    ) {
        self.content = content
        self.parameters = parameters
        self.pinsHeaders = pinsHeaders
    }

    public func makePlan(viewport: Size, reusing old: Plan?) -> Plan {
        Plan(self, width: viewport.width)
    }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        guard let plan, old != new else { return .nothing }
        if old.width != new.width {
            let change = Plan(self, width: new.width).invalidation(from: Plan(self, width: old.width))
            if change != .nothing { return change }
        }
        return plan.pinsHeaders && old.origin != new.origin ? .pinned : .nothing
    }
}

extension MarkSheet {
    /// The plan that determines frames: the properties as of the last preparation, so that setting one moves nothing before the
    /// next.
    public struct Plan: LayoutPlan {
        let content: LayoutContent
        let lengths: MarkSheetParameters
        let pinsHeaders: Bool
        let rows: EvenTracks
        let columns: EvenTracks
        public let contentSize: Size

        init(_ layout: MarkSheet, width: Double) {
            content = layout.content
            lengths = layout.parameters.quantized
            pinsHeaders = layout.pinsHeaders
            rows = EvenTracks(
                count: content.sectionCount, origin: lengths.columnHeaderHeight, span: lengths.rowHeight)
            columns = Self.columns(content.counts.largest, lengths, width)
            let forced = lengths.rowHeaderWidth + Double(columns.count) * lengths.minimumColumnWidth
            contentSize = Size(width: max(width, forced), height: lengths.columnHeaderHeight + rows.extent)
        }

        private static func columns(_ count: Int, _ lengths: MarkSheetParameters, _ width: Double) -> EvenTracks {
            let space = width - lengths.rowHeaderWidth
            let isForced = space <= Double(count) * lengths.minimumColumnWidth
            return EvenTracks(
                count: count, origin: lengths.rowHeaderWidth,
                span: isForced ? lengths.minimumColumnWidth : space, tracksPerSpan: isForced ? 1 : count)
        }

        public var pinnedInsets: Insets {
            pinsHeaders ? Insets(top: lengths.columnHeaderHeight, leading: lengths.rowHeaderWidth) : .zero
        }

        public func invalidation(from old: Plan) -> Invalidation {
            guard lengths == old.lengths, pinsHeaders == old.pinsHeaders else { return .all }
            var change = content.change(from: old.content)
            if columns != old.columns || contentSize.width != old.contentSize.width {
                change.formUnion(.sizes(fromSection: old.rows.count, fromItem: 0))
            }
            return change
        }
    }
}
