import Geometry

/// Rows of items whose widths are proportional to their weights: days by time entries.
///
///     parameters.headerWidth
///     ├──────┤  ├────────────────────────┤  ├──────────┤  ├──────────┤
///     │header│  │ weight 4               │  │ weight 2 │  │ weight 2 │ rowHeight
///     ├──────┤  ├────────────────────────┤  ├──────────┤  ├──────────┤
///             divider.width                                              divider.height
///     ├──────┤  ├───────────────┤  ├─┤  ├────────────────────────────┤
///     │header│  │               │  │░│  │                            │
///     ├──────┤  ├───────────────┤  ├─┤  ├────────────────────────────┤
///                              aggregate
///
/// Rows are the sections of the content. `parameters.visibleRows` of them, with their dividers, fill the height of the viewport
/// inside `insets` exactly, unless they would be lower than `parameters.minimumRowHeight`; further rows scroll. Dividers are
/// not elements: the background is visible through them. An item keeps its position however narrow it is. `LayoutContent`
/// handles and marks unusable weights.
///
/// An item narrower than `devicePixel` is indistinguishable from its neighbors: all such items between two wider ones, if there
/// is more than one, are a single element, an **aggregate**. So a row has no more elements than it has pixels, and 10^6 items
/// in it are searched by their weights, not one by one.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (row, item) | 0 |
/// | aggregate | `.aggregate` (row, first item) | 0 |
/// | row header | `.sectionHeader` (row, 0) | 0, or 3 while headers are pinned to the leading edge |
///
/// - Complexity: a frame is O(log items · elements); `prepare` is O(1) while the content is unchanged, else that of
///   `LayoutContent.change(from:)`.
public struct Timeline: PlannedLayout {
    /// The rows, their items and the weights of these.
    public var content: LayoutContent
    public var parameters: TimelineParameters
    /// The space that the owner reserves around the content, in logical pixels. Content space begins inside it: `prepare` takes
    /// the size of the whole viewport, and every `visible` is the part of it inside the insets.
    public var insets: Insets
    /// A Boolean value that indicates whether headers stay at the leading edge of the viewport; if not, they scroll with the
    /// content.
    public var pinsHeaders: Bool
    /// The size of a device pixel in logical ones: 0.5 on a screen with scale factor 2. At least 1/64.
    public var devicePixel = 1.0
    public var plan: Plan?

    public init(
        content: LayoutContent = LayoutContent(), parameters: TimelineParameters = TimelineParameters(),
        insets: Insets = .zero, pinsHeaders: Bool = false
    ) {
        self.content = content
        self.parameters = parameters
        self.insets = insets
        self.pinsHeaders = pinsHeaders
    }

    public func makePlan(viewport: Size, reusing old: Plan?) -> Plan {
        Plan(
            self,
            size: Size(
                width: max(0, viewport.width - insets.horizontal), height: max(0, viewport.height - insets.vertical)))
    }

    /// The height of a row, in logical pixels; if the viewport's is not divisible, rows differ by a millionth of a pixel.
    public var rowHeight: Double { plan?.rows.size(of: 0) ?? 0 }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        guard let plan, old != new else { return .nothing }
        if old.size != new.size {
            let change = Plan(self, size: new.size).invalidation(from: Plan(self, size: old.size))
            if change != .nothing { return change }
        }
        return plan.pinnedInsets.leading > 0 && old.minX != new.minX ? .pinned : .nothing
    }
}

// Items, and the aggregates that represent them.
extension Timeline {
    /// Returns the element that shows item `item` of row `section`: its cell or the aggregate that contains it; nil where there
    /// is no such item. O(log items).
    public func element(showing item: Int, of section: Int) -> Element? {
        guard let plan, plan.content.contains(section: section, item: item) else { return nil }
        let row = plan.row(section)
        return row.attributes(row.run(around: item)).element
    }

    public func element(showing cell: Element) -> Element {
        guard cell.category == .cell else { return cell }
        return element(showing: cell.item, of: cell.section) ?? cell
    }

    /// Returns the items that `element`, a cell or an aggregate, represents; nil for any other element. O(log items).
    public func items(of element: Element) -> Range<Int>? {
        guard let plan, plan.content.contains(section: element.section, item: element.item) else { return nil }
        let row = plan.row(element.section)
        let run = row.run(around: element.item)
        return row.attributes(run).element == element ? run : nil
    }
}

extension Timeline {
    /// The plan that determines frames: the properties as of the last preparation.
    public struct Plan: LayoutPlan {
        let content: LayoutContent
        let lengths: TimelineParameters
        let pinsHeaders: Bool
        let devicePixel: Double
        let rows: EvenTracks
        public let contentSize: Size

        init(_ layout: Timeline, size: Size) {
            content = layout.content
            lengths = layout.parameters.quantized
            pinsHeaders = layout.pinsHeaders
            devicePixel = max(1.0 / 64, layout.devicePixel)
            let shared = size.height + lengths.divider.height
            let least = lengths.minimumRowHeight + lengths.divider.height
            let isForced = shared <= Double(lengths.visibleRows) * least
            rows = EvenTracks(
                count: content.sectionCount, span: isForced ? least : shared,
                tracksPerSpan: isForced ? 1 : lengths.visibleRows, gap: lengths.divider.height)
            contentSize = Size(width: size.width, height: rows.extent)
        }

        /// The space that the items of a row share, dividers included.
        var itemsWidth: Double { max(0, contentSize.width - lengths.headerWidth) }

        public var pinnedInsets: Insets { pinsHeaders ? Insets(leading: lengths.headerWidth) : .zero }

        public func invalidation(from old: Plan) -> Invalidation {
            guard lengths == old.lengths, pinsHeaders == old.pinsHeaders, devicePixel == old.devicePixel else {
                return .all
            }
            var change = content.change(from: old.content)
            if !rows.hasSamePlaces(as: old.rows) || itemsWidth != old.itemsWidth {
                change.formUnion(.sizes(fromSection: 0, fromItem: 0))
            }
            return change
        }
    }
}
