import Geometry

/// Items of one size that fill lines and wrap, section after section, each under its header.
///
///     ├───────────────────────────────────────────────────────┤
///     │ section header                                        │ parameters.headerHeight
///     ├───────────────────────────────────────────────────────┤
///     │                     sectionInsets.top                 │
///     │         ┌──────┐             ┌──────┐                 │
///     │ leading │ 0    │ itemSpacing │ 1    │        trailing │ parameters.itemSize
///     │         └──────┘             └──────┘                 │
///     │            lineSpacing                                │
///     │         ┌──────┐                                      │
///     │         │ 2    │                                      │
///     │         └──────┘                                      │
///     │                     sectionInsets.bottom              │
///     ├───────────────────────────────────────────────────────┤
///     │ next section header                                   │
///
/// A line has as many items as the viewport has room for, at least one; the remaining width is at its trailing end. It scrolls
/// sideways only when not even one item fits. A section without items consists of its header.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (section, item) | 0 |
/// | section header | `.sectionHeader` (section, 0) | 0, or 3 while headers are pinned |
///
/// A pinned header stays at the top of the viewport while its section is visible, and is pushed out by the section's end. It
/// belongs to the region of the pinned bands while it lies in them, to the scrolling one below them, and to both, which means
/// no region, in between.
///
/// - Complexity: a frame is O(log sections + elements). `prepare` is O(sections) where the counts differ and the width changes
///   the number of items in a line, else O(1); for millions of sections, prepare a copy in the background.
public struct Flow: PlannedLayout {
    /// The sections and their items.
    public var content: LayoutContent
    public var parameters: FlowParameters
    /// A Boolean value that indicates whether headers stay at the top of the viewport; if not, they scroll with the content.
    public var pinsHeaders: Bool
    public var plan: Plan?

    public init(
        content: LayoutContent = LayoutContent(), parameters: FlowParameters = FlowParameters(),
        pinsHeaders: Bool = false
    ) {
        self.content = content
        self.parameters = parameters
        self.pinsHeaders = pinsHeaders
    }

    public func makePlan(viewport: Size, reusing old: Plan?) -> Plan {
        Plan(self, width: viewport.width, reusing: old)
    }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        guard let plan, old != new else { return .nothing }
        if plan.moves(fromWidth: old.width, to: new.width) { return .sizes(fromSection: 0, fromItem: 0) }
        return plan.pinnedInsets.top > 0 && old.minY != new.minY ? .pinned : .nothing
    }
}

extension Flow {
    /// The plan that determines frames: the properties as of the last preparation.
    public struct Plan: LayoutPlan {
        let content: LayoutContent
        let lengths: FlowParameters
        let pinsHeaders: Bool
        /// The width of the viewport.
        let width: Double
        let itemsPerLine: Int
        let sections: SectionOffsets

        init(_ layout: Flow, width: Double, reusing old: Plan?) {
            let lengths = layout.parameters.quantized
            content = layout.content
            self.lengths = lengths
            pinsHeaders = layout.pinsHeaders
            let itemsPerLine = Self.itemsPerLine(lengths, width: width)
            self.itemsPerLine = itemsPerLine
            self.width = width
            let counts = content.counts
            if let old, old.lengths == lengths, old.itemsPerLine == itemsPerLine, old.content.counts == counts {
                sections = old.sections
            } else {
                sections = SectionOffsets(counts, spacing: 0) { count in
                    guard count > 0 else { return lengths.headerHeight }
                    let lines = WrappedItems.lineCount(of: count, perLine: itemsPerLine)
                    return lengths.headerHeight + lengths.sectionInsets.vertical
                        + (Double(lines) * (lengths.itemSize.height + lengths.lineSpacing) - lengths.lineSpacing)
                }
            }
        }

        private static func itemsPerLine(_ lengths: FlowParameters, width: Double) -> Int {
            WrappedItems.fitting(
                size: lengths.itemSize.width, spacing: lengths.itemSpacing,
                in: width - lengths.sectionInsets.horizontal)
        }

        private static func contentWidth(_ lengths: FlowParameters, width: Double) -> Double {
            max(width, lengths.sectionInsets.horizontal + lengths.itemSize.width)
        }

        /// Returns true where any frame differs between two widths of the viewport: headers are as wide as the content.
        func moves(fromWidth old: Double, to new: Double) -> Bool {
            Self.itemsPerLine(lengths, width: old) != Self.itemsPerLine(lengths, width: new)
                || lengths.headerHeight > 0
                    && Self.contentWidth(lengths, width: old) != Self.contentWidth(lengths, width: new)
        }

        var contentWidth: Double { Self.contentWidth(lengths, width: width) }

        public var contentSize: Size { Size(width: contentWidth, height: sections.extent) }

        public var pinnedInsets: Insets { pinsHeaders ? Insets(top: lengths.headerHeight) : .zero }

        public func invalidation(from old: Plan) -> Invalidation {
            guard lengths == old.lengths, pinsHeaders == old.pinsHeaders else { return .all }
            var change = content.change(from: old.content)
            if moves(fromWidth: old.width, to: width) { change.formUnion(.sizes(fromSection: 0, fromItem: 0)) }
            return change
        }
    }
}
