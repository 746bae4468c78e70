import Geometry

// Decorations are painted after all other elements of their z, kind by kind; within a kind later sections and items come before
// earlier ones.
extension ComposedLayout.Plan {
    func appendDecorations(_ key: DecorationKey, _ rect: Rect, _ output: inout [LayoutAttributes]) {
        forEachSectionReversed(meeting: rect) { section in
            let kind = kind(of: section)
            if kind.part.isDecorated {
                forEachPartReversed(of: section, kind, meeting: rect) { place, items in
                    let frame = kind.part.frame(at: place)
                    kind.part.forEachDecorationReversed(key, on: frame, items: items, meeting: rect) { item, frame in
                        output.append(attributes(key, section, item, frame), ifMeeting: rect)
                    }
                }
            }
            for own in kind.decorations where DecorationKey(own) == key {
                output.append(attributes(key, section, 0, own.frame(in: frame(ofSection: section))), ifMeeting: rect)
            }
        }
    }

    func decoration(_ element: Element) -> LayoutAttributes? {
        let kind = kind(of: element.section)
        if let own = kind.decorations.first(where: { $0.kind == element.kind }) {
            guard element.item == 0 else { return nil }
            return attributes(DecorationKey(own), element.section, 0, own.frame(in: frame(ofSection: element.section)))
        }
        guard let place = place(of: element) else { return nil }
        let found = kind.part.decoration(element.kind, at: place.rest, on: kind.part.frame(at: place.part))
        return found.map { attributes(DecorationKey($0.decoration), element.section, element.item, $0.frame) }
    }

    private func attributes(_ key: DecorationKey, _ section: Int, _ item: Int, _ frame: Rect) -> LayoutAttributes {
        LayoutAttributes(
            element: Element(category: .decoration, kind: key.kind, section: section, item: item), frame: frame,
            z: key.z, scrollAxes: .both, region: Region(horizontal: .scrolling, vertical: .scrolling))
    }
}
