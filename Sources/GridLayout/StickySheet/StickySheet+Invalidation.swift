import Geometry

// The invalidation by a change of the viewport. The setters of the sheet handle that of their own changes.
extension StickySheet {
    public mutating func prepare(viewport: Size) -> Invalidation {
        let old = Rect(origin: .zero, size: Size(width: horizontal.viewport, height: vertical.viewport))
        pending.formUnion(invalidation(from: old, to: Rect(origin: .zero, size: viewport)))
        vertical.update { $0.viewport = viewport.height }
        horizontal.update { $0.viewport = viewport.width }
        defer { pending = .nothing }
        return pending
    }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        if old == new { return .nothing }
        if old.size != new.size, frozen(viewport: old.size) != frozen(viewport: new.size) { return .all }
        return moves(vertical, old.interval(.vertical), new.interval(.vertical))
            || moves(horizontal, old.interval(.horizontal), new.interval(.horizontal))
            || hasShadow
            ? .pinned : .nothing
    }

    /// Returns true where a frame that is pinned on `axis` differs between two positions of the viewport.
    private func moves(_ axis: SheetAxis, _ old: Interval, _ new: Interval) -> Bool {
        old.low != new.low && axis.pinnedLeading > 0 || old.high != new.high && axis.pinnedTrailing > 0
    }

    /// Shadows lie along the viewport's edges, so any change of it moves them.
    private var hasShadow: Bool {
        lengths.shadowLength > 0 && hasFrozen
    }

    private func frozen(viewport: Size) -> [FrozenEnds] {
        var axes = (vertical, horizontal)
        axes.0.update { $0.viewport = viewport.height }
        axes.1.update { $0.viewport = viewport.width }
        return [axes.0.frozen, axes.1.frozen]
    }
}
