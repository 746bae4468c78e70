import Geometry

/// Sections side by side from the leading edge, each in columns of items under a header as wide as itself.
///
///     ├────────────────────────┤                ├──────────
///     │ section header         │                │ header    parameters.headerHeight
///     ├──────┐         ┌───────┤                ├──────┐
///     │ 0    │         │ 3     │                │ 0    │    parameters.itemSize
///     └──────┘         └───────┘                └──────┘
///              itemSpacing       sectionSpacing              itemSpacing
///     ┌──────┐         ┌───────┐                ┌──────┐
///     │ 1    │         │ 4     │                │ 1    │
///     └──────┘         └───────┘                └──────┘
///
/// Items fill a column from top to bottom and continue in the next one: as many a column as the viewport has room for inside
/// `insets`, at least one. It scrolls sideways, and vertically only when not even one item fits. A section without items is one
/// column wide.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (section, item) | 0 |
/// | section header | `.sectionHeader` (section, 0) | 0, or 3 while headers are pinned to the top |
///
/// A header's label stays visible while its section is. The frame does not change for that: the header is always as wide as its
/// section, so the painter, which knows the width of the text, calls `LayoutAttributes.labelFrame` for the position of the
/// label. While a header begins before the viewport, where its label stays fixed, it excludes the horizontal scroll axis, so
/// that a scroll repaints its picture instead of copying it.
///
/// - Complexity: a frame is O(log sections + elements). `prepare` is O(sections) where the counts differ and the height changes
///   the number of items in a column, else O(1); for millions of sections, prepare a copy in the background.
public struct SectionColumns: PlannedLayout {
    /// The sections and their items.
    public var content: LayoutContent
    public var parameters: SectionColumnsParameters
    /// The space that the owner reserves around the content, in logical pixels. Content space begins inside it: `prepare` takes
    /// the size of the whole viewport, and every `visible` is the part of it inside the insets.
    public var insets: Insets
    /// A Boolean value that indicates whether headers stay at the top of the viewport; if not, they scroll with the content.
    public var pinsHeaders: Bool
    public var plan: Plan?

    public init(
        content: LayoutContent = LayoutContent(), parameters: SectionColumnsParameters = SectionColumnsParameters(),
        insets: Insets = .zero, pinsHeaders: Bool = false
    ) {
        self.content = content
        self.parameters = parameters
        self.insets = insets
        self.pinsHeaders = pinsHeaders
    }

    public func makePlan(viewport: Size, reusing old: Plan?) -> Plan {
        Plan(self, height: max(0, viewport.height - insets.vertical), reusing: old)
    }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        guard let plan, old != new else { return .nothing }
        if plan.itemsPerColumn(height: old.height) != plan.itemsPerColumn(height: new.height) {
            return .sizes(fromSection: 0, fromItem: 0)
        }
        guard plan.lengths.headerHeight > 0 else { return .nothing }
        // A horizontal scroll moves labels in their headers, a vertical one moves pinned headers.
        return old.minX != new.minX || pinsHeaders && old.minY != new.minY ? .pinned : .nothing
    }
}

extension SectionColumns {
    /// The plan that determines frames: the properties as of the last preparation.
    public struct Plan: LayoutPlan {
        let content: LayoutContent
        let lengths: SectionColumnsParameters
        let pinsHeaders: Bool
        let itemsPerColumn: Int
        let sections: SectionOffsets
        public let contentSize: Size

        init(_ layout: SectionColumns, height: Double, reusing old: Plan?) {
            let lengths = layout.parameters.quantized
            content = layout.content
            self.lengths = lengths
            pinsHeaders = layout.pinsHeaders
            let itemsPerColumn = Self.itemsPerColumn(lengths, height: height)
            self.itemsPerColumn = itemsPerColumn
            let counts = content.counts
            if let old, old.lengths == lengths, old.itemsPerColumn == itemsPerColumn, old.content.counts == counts {
                sections = old.sections
            } else {
                sections = SectionOffsets(counts, spacing: lengths.sectionSpacing) { count in
                    let columns = max(1, WrappedItems.lineCount(of: count, perLine: itemsPerColumn))
                    return Double(columns) * (lengths.itemSize.width + lengths.itemSpacing) - lengths.itemSpacing
                }
            }
            contentSize = Size(
                width: sections.extent, height: max(height, lengths.headerHeight + lengths.itemSize.height))
        }

        private static func itemsPerColumn(_ lengths: SectionColumnsParameters, height: Double) -> Int {
            WrappedItems.fitting(
                size: lengths.itemSize.height, spacing: lengths.itemSpacing, in: height - lengths.headerHeight)
        }

        func itemsPerColumn(height: Double) -> Int { Self.itemsPerColumn(lengths, height: height) }

        public var pinnedInsets: Insets { pinsHeaders ? Insets(top: lengths.headerHeight) : .zero }

        public func invalidation(from old: Plan) -> Invalidation {
            guard lengths == old.lengths, pinsHeaders == old.pinsHeaders else { return .all }
            var change = content.change(from: old.content)
            if itemsPerColumn != old.itemsPerColumn { change.formUnion(.sizes(fromSection: 0, fromItem: 0)) }
            return change
        }
    }
}
