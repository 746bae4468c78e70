import Geometry

/// The boundary elements of one section number and one z that intersect a rectangle, last to first.
///
/// There may be several declared elements, each with many repetitions; while the declared element stays the same, only its
/// number decreases.
struct BoundaryCursor {
    fileprivate var template: LayoutAttributes
    fileprivate var place: PlacedElement
    fileprivate var first: Int
    /// The last number before the declared element changes, and whether it changes.
    fileprivate var end: Int
    fileprivate var isLast: Bool

    /// The next element.
    var element: Element { template.element }
}

extension ComposedLayout.Plan {
    /// Returns the first boundary element with that section number, if there is one. O(declared elements).
    ///
    /// `isMet`: whether the section intersects the rectangle; the layout's elements, of section 0, may do so without it.
    func boundary(
        _ section: Int, _ kind: SectionKind?, before last: Element? = nil, _ request: Request
    ) -> BoundaryCursor? {
        var search = BoundarySearch(request: request, last: last)
        if let kind, !kind.elements[request.level].isEmpty {
            let frame = frame(ofSection: section)
            for element in kind.elements[request.level] { search.consider(element, in: frame, shape.reserve) }
        }
        if section == 0, !layoutElements[request.level].isEmpty {
            let frame = Rect(origin: .zero, size: contentSize)
            for element in layoutElements[request.level] { search.consider(element, in: frame, .zero) }
        }
        guard let best = search.best else { return nil }
        let lowest = best.element.first + best.met.lowerBound
        var template = attributes(best.element, best.place, section: section, request.visible)
        template.element.item = best.number
        return BoundaryCursor(
            template: template, place: best.place, first: best.element.first,
            end: min(best.number, max(lowest, search.runnerUp + 1)), isLast: search.runnerUp < 0)
    }

    /// Appends the next element, and moves on to the one after it.
    func append(
        _ cursor: inout BoundaryCursor?, _ kind: SectionKind?, _ request: Request, _ output: inout [LayoutAttributes]
    ) {
        guard var next = cursor else { return }
        var attributes = next.template
        attributes.frame = next.place.frame(attributes.element.item - next.first)
        output.append(attributes)
        if attributes.element.item > next.end {
            next.template.element.item -= 1
            cursor = next
        } else if next.isLast {
            cursor = nil
        } else {
            cursor = boundary(attributes.element.section, kind, before: attributes.element, request)
        }
    }
}

/// A search among several declared elements for the next element to append.
private struct BoundarySearch {
    let request: ComposedLayout.Plan.Request
    let last: Element?
    var best: (element: NumberedElement, place: PlacedElement, met: Range<Int>, number: Int)?
    /// The highest number of the other elements, or -1.
    var runnerUp = -1

    mutating func consider(_ element: NumberedElement, in container: Rect, _ reserve: Insets) {
        let place = element.place(in: container, visible: request.visible, reserve: reserve)
        var met = place.indices(meeting: request.rect)
        let order = element.declared.kind.order
        if let last {
            let end = last.item - element.first + (order > last.kind.order ? 1 : 0)
            met = met.clamped(to: 0..<max(0, end))
        }
        guard let index = met.last else { return }
        let number = element.first + index
        if let best {
            let isBefore = number > best.number || number == best.number && order < best.element.declared.kind.order
            runnerUp = max(runnerUp, isBefore ? best.number : number)
            guard isBefore else { return }
        }
        best = (element, place, met, number)
    }
}
