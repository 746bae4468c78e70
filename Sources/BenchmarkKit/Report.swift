/// The results of a run of the benchmarks, and their printed form.
public struct Report: Sendable {
    /// Lines about the machine, such as ("cpu", "…").
    public var machine: [(name: String, value: String)]
    public var figures: [Figure] = []
    /// Benchmarks that were left out, with the reason.
    public var skipped: [(name: String, reason: String)] = []
    /// Answers that were wrong. There should be none.
    public var wrong: [(name: String, reason: String)] = []

    public init(machine: [(name: String, value: String)]) { self.machine = machine }

    private static let header = [
        "figure", "n", "median", "p99", "unit", "clock", "wall", "wall p99", "limit", "of it", "", "work",
    ]

    /// An aligned table under the lines about the machine.
    public func table() -> String {
        var lines = machine.map { pad($0.name, 14) + $0.value } + [""]
        let rows = figures.isEmpty ? [] : [Self.header] + figures.map(cells)
        let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let padded = row.enumerated().map { column, cell in
                isText(column) ? pad(cell, widths[column]) : pad(cell, -widths[column])
            }
            lines.append(trimmed(padded.joined(separator: "  ")))
        }
        lines += skipped.map { "skipped \($0.name): \($0.reason)" }
        lines += wrong.map { "WRONG ANSWER in \($0.name): \($0.reason)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func cells(_ figure: Figure) -> [String] {
        let sign = figure.limit?.isFloor == true ? "≥ " : "≤ "
        return [
            figure.name, "\(figure.samples.count)", number(figure.samples.median),
            number(figure.samples.percentile(99)), figure.unit, figure.clock.rawValue,
            figure.wall.map { number($0.median) } ?? "", figure.wall.map { number($0.percentile(99)) } ?? "",
            figure.limit.map { sign + (Int(exactly: $0.value).map(String.init) ?? "\($0.value)") } ?? "",
            figure.verdict.map { number($0.ratio) + "×" } ?? "",
            figure.verdict.map { $0.isOver ? (figure.limit?.isFloor == true ? "UNDER" : "OVER") : "ok" } ?? "",
            figure.work.map { "\($0.count) \($0.name)" }.joined(separator: ", "),
        ]
    }

    private func isText(_ column: Int) -> Bool { [0, 4, 5, 10, 11].contains(column) }

    /// `text` filled with blanks to `width` characters: behind it, or before it when the width is negative.
    private func pad(_ text: String, _ width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? blanks + text : text + blanks
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Three significant digits, which is more than a shared machine can repeat.
    private func number(_ value: Double) -> String { value.rounded(toDigits: 3) }
}

extension Double {
    /// As text with `digits` significant digits and no exponent; whole numbers from there on.
    func rounded(toDigits digits: Int) -> String {
        var decimals = 0
        var bound = 1.0
        for _ in 1..<max(1, digits) { bound *= 10 }
        var scaled = magnitude
        // As many decimals as bring the leading digits before the point; 9 are enough for anything measured.
        while scaled > 0, scaled < bound, decimals < 9 {
            scaled *= 10
            decimals += 1
        }
        guard scaled < 9e18 else { return "\(self)" }
        let digits = String(Int(scaled + 0.5))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = padded.dropLast(decimals)
        return (self < 0 ? "-" : "") + whole + (decimals > 0 ? "." + padded.suffix(decimals) : "")
    }
}
