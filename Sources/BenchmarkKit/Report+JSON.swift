extension Report {
    /// The same as the table, for programs: unrounded, one object.
    public func json() -> String {
        let machine = self.machine.map { "\(quoted($0.name)): \(quoted($0.value))" }.joined(separator: ", ")
        return """
            {
              "machine": {\(machine)},
              "figures": \(list(figures.map(object))),
              "skipped": \(list(skipped.map(object))),
              "wrong": \(list(wrong.map(object)))
            }

            """
    }

    private func list(_ objects: [String]) -> String {
        objects.isEmpty ? "[]" : "[\n    " + objects.joined(separator: ",\n    ") + "\n  ]"
    }

    private func object(_ entry: (name: String, reason: String)) -> String {
        "{\"name\": \(quoted(entry.name)), \"reason\": \(quoted(entry.reason))}"
    }

    private func object(_ figure: Figure) -> String {
        var members = [
            "\"name\": \(quoted(figure.name))", "\"n\": \(figure.samples.count)",
            "\"median\": \(figure.samples.median)", "\"p99\": \(figure.samples.percentile(99))",
            "\"unit\": \(quoted(figure.unit))", "\"clock\": \(quoted(figure.clock.rawValue))",
        ]
        if let wall = figure.wall {
            members += ["\"wallMedian\": \(wall.median)", "\"wallP99\": \(wall.percentile(99))"]
        }
        if let limit = figure.limit, let verdict = figure.verdict {
            members += ["\"limit\": \(limit.value)", "\"ofLimit\": \(verdict.ratio)", "\"ok\": \(!verdict.isOver)"]
        }
        if !figure.work.isEmpty {
            let work = figure.work.map { "\(quoted($0.name)): \($0.count)" }.joined(separator: ", ")
            members.append("\"work\": {\(work)}")
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    /// A string as JSON writes it (RFC 8259, section 7).
    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
