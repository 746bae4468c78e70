import Geometry

extension DisplayList {
    /// One line per command, stable from run to run: what golden tests compare.
    ///
    ///     clip 0,0 800x32
    ///     fill 0,0 800x32 #f6f5f4
    ///     text 8,0 104x32 left 12px bold #2e3436 "name"
    public func dump() -> String {
        commands.map(line).joined(separator: "\n") + "\n"
    }

    private func line(_ command: DrawCommand) -> String {
        switch command {
        case .clip(let rect): "clip \(text(rect))"
        case .unclip: "unclip"
        case .fill(let rect, let color): "fill \(text(rect)) \(color.hexText)"
        case .shade(let rect, let shade):
            "shade \(text(rect)) \(shade.axis) \(shade.from.hexText) to \(shade.to.hexText)"
        case .ring(let rect, let color, let width): "ring \(text(rect)) \(color.hexText) \(number(width))"
        case .text(let command): line(command)
        }
    }

    private func line(_ command: TextCommand) -> String {
        let style = styles[Int(command.style)]
        let font = number(style.font.size) + "px" + (style.font.isBold ? " bold" : "")
        let quoted = string(of: command).map(escaped).joined()
        let lead = command.lead > 0 ? " lead \(number(command.lead))" : ""
        let wrap = command.wraps ? " wrap" : ""
        let marks = marks(of: command).map { " marks " + line($0) } ?? ""
        return
            "text \(text(command.box)) \(command.alignment)\(lead)\(wrap) \(font) \(style.color.hexText) \"\(quoted)\"\(marks)"
    }

    private func line(_ marks: TextMarks) -> String {
        let parts = marks.parts.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
        let edge = marks.edge.map { " edge " + $0.hexText } ?? ""
        return "\(parts) \(marks.color.hexText)\(edge) in \(text(marks.frame))"
    }

    /// Escapes a character, so that each command is one line of the dump, even for a text of several lines.
    private func escaped(_ character: Character) -> String {
        switch character {
        case "\n": "\\n"
        case "\"", "\\": "\\\(character)"
        default: "\(character)"
        }
    }

    private func text(_ rect: Rect) -> String {
        "\(number(rect.x)),\(number(rect.y)) \(number(rect.width))x\(number(rect.height))"
    }

    /// Whole numbers without a decimal point, others as Swift prints them.
    private func number(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return "\(value)"
    }
}
