import Drawing
import Geometry

/// A text of a display list that is harder to read than 4.5 : 1.
struct FaintText: CustomStringConvertible {
    var text: String
    var contrast: Float

    var description: String { "“\(text)” \((contrast * 100).rounded() / 100)" }
}

extension DisplayList {
    /// The texts that are too faint to read on what lies under them: all fills before them, one over the other, at three
    /// places of the part of their boxes that is seen; and what stands out in them, or all around them.
    func faintTexts(from ratio: Float = 4.5) -> [FaintText] {
        var clip: Rect?
        var fills: [(rect: Rect, color: Color, isPossible: Bool)] = []
        var faint: [FaintText] = []
        func ground(at point: Point, on fills: [(rect: Rect, color: Color, isPossible: Bool)], _ isMarked: Bool)
            -> Color
        {
            fills.reduce(Color(hex: 0)) { ground, fill in
                guard fill.rect.contains(point), isMarked || !fill.isPossible else { return ground }
                return ground.mixed(with: fill.color.opaque, fill.color.alpha)
            }
        }
        for command in commands {
            switch command {
            case .clip(let rect): clip = rect
            case .unclip: clip = nil
            case .fill(let rect, let color): fills.append((clip.map(rect.intersection) ?? rect, color, false))
            case .shade, .ring: break
            case .text(let text):
                // The ground of a value that was found is behind its letters, or all over: only the renderer knows.
                if let marks = marks(of: text) {
                    fills.append((clip.map(marks.frame.intersection) ?? marks.frame, marks.color, true))
                }
                let box = clip.map(text.box.intersection) ?? text.box
                let color = styles[Int(text.style)].color
                let below = fills.filter { $0.rect.intersects(box) }
                let grounds =
                    box.isEmpty
                    ? []
                    : box.threePoints.flatMap { [ground(at: $0, on: below, false), ground(at: $0, on: below, true)] }
                let least = grounds.map { color.contrast(to: $0) }.min()
                if let least, least < ratio { faint.append(FaintText(text: string(of: text), contrast: least)) }
            }
        }
        return faint
    }

    /// The texts, each with whether a ground was drawn over all of it after it.
    var textsInOrder: [(text: String, isCovered: Bool)] {
        commands.enumerated().compactMap { index, command in
            guard case .text(let text) = command else { return nil }
            let isCovered = commands[(index + 1)...].contains { later in
                guard case .text(let other) = later, let marks = marks(of: other) else { return false }
                return marks.frame.intersection(text.box) == text.box
            }
            return (string(of: text), isCovered)
        }
    }
}

extension Color {
    fileprivate var opaque: Color { Color(red: red, green: green, blue: blue) }
}

extension Rect {
    fileprivate var threePoints: [Point] {
        [1.0, 3, 5].map { Point(x: x + width * $0 / 6, y: y + height / 2) }
    }
}
