import Tabular

extension Candidate {
    /// The candidate with the costs for other candidates, its rarity and the file's name added.
    func weighed(beside others: [Candidate], named name: String, _ options: TextOptions) -> Candidate {
        var weighed = self
        let records = Double(cost.lineCount)
        let unread = others.lazy.map { unreadDelimiters(of: $0) }.max() ?? 0
        if unread > 0 { weighed.cost.undivided += 0.5 * unread / (unread + Double(cost.width - 1)) * records }
        weighed.cost.unusual = (rarity(options) - preference(for: name) + Self.allowance) * records
        if isBlankColumns(beside: others) { weighed.cost.unusual += records }
        if isControl(beside: others) { weighed.cost.unusual += 0.5 * records }
        if options.quote == .automatic && ignoresOneQuote { weighed.cost.unusual += 1.5 }
        return weighed
    }

    /// The least cost with another quote or escape, of a candidate with the usual quote: that of its columns' types and of its
    /// rarity. Unread quotes may hide types.
    var leastWithOtherQuotes: Double {
        if evidence.oddities.hasQuotes { return 0 }
        return cost.untyped - cost.misfits + cost.unusual + Self.otherQuotes * Double(cost.lineCount)
    }

    /// For each record.
    private static let otherQuotes = 0.02
    /// Keeps costs above 0.
    private static let allowance = 0.06

    /// The delimiters of another candidate in the text of a record, where every record has some. Text may contain spaces and
    /// colons in every record, and few records are left where quotes enclose most lines.
    private func unreadDelimiters(of other: Candidate) -> Double {
        let delimiter = other.dialect.delimiter
        guard delimiter != dialect.delimiter, delimiter != " ", delimiter != ":" || other.isTable(beside: self),
            !dialect.delimiter.contains(delimiter),
            other.evidence.oddities.quotedLineEnds <= other.cost.recordCount, other.dividesAll(from: start)
        else { return 0 }
        // More colons than any value has are no chance.
        if delimiter == ":" { return Double(2 * (other.cost.width - 1)) }
        guard let count = evidence.delimitersInText[delimiter] else { return Double(other.cost.width - 1) }
        return Double(count) / Double(max(1, evidence.leads.count))
    }

    /// True where a delimiter that text may contain divides all records into the same number of fields, more than those of a time,
    /// and more of them have types.
    private func isTable(beside other: Candidate) -> Bool {
        cost.width > 4 && cost.isFlawless && cost.typedShare > other.cost.typedShare
    }

    /// True for a control character where a common delimiter divides all records into more fields, more of which have types.
    private func isControl(beside others: [Candidate]) -> Bool {
        CandidateSet.control.contains(dialect.delimiter)
            && others.contains { other in
                DialectDetector.common.contains(other.dialect.delimiter) && other.cost.agreement == 1
                    && other.cost.skippedLines == 0 && other.cost.width > cost.width
                    && other.cost.typedShare > cost.typedShare
            }
    }

    /// True where no quotes are read because of one that is out of place, in a dialect that usually has quotes: one is a fault
    /// to report.
    private var ignoresOneQuote: Bool {
        let found = evidence.oddities
        return dialect.quote == nil && [",", ";"].contains(dialect.delimiter) && found.halfQuotes == 1
            && found.unreadQuotes == 0
    }

    /// True for a doubled delimiter where the single one divides most records alike: a blank column is likelier.
    private func isBlankColumns(beside others: [Candidate]) -> Bool {
        guard CandidateSet.isDoubtful(dialect.delimiter) || dialect.delimiter == "||" && cost.width == 2 else {
            return false
        }
        return others.contains { other in
            dialect.delimiter == other.dialect.delimiter + other.dialect.delimiter && other.cost.agreement >= 0.9
        }
    }

    /// The cost of the dialect for each record: the rarer the dialect, the higher.
    private func rarity(_ options: TextOptions) -> Double {
        var cost = Self.rarity(of: dialect.delimiter)
        // Text has spaces, colons and number signs too.
        switch dialect.delimiter {
        case " ":
            // Few texts have as many words in all lines.
            let ofText = dialect.mergesSpaces ? 0.2 : self.cost.isFlawless && self.cost.width > 2 ? 0.5 : 0.6
            cost += ofText * (1 - self.cost.typedShare) + (dialect.mergesSpaces ? 0.01 : 0)
        case ":" where evidence.longestField <= 4:
            // Network addresses.
            cost += self.cost.width == 2 ? 0.9 : 0.6
        case ":", "#": cost += self.cost.width == 2 ? 0.3 : 0
        default: if CandidateSet.isDoubtful(dialect.delimiter) && !dividesAll(from: 0) { cost += 1 }
        }
        if options.quote == .automatic && dialect.quote != UInt8(ascii: "\"") { cost += Self.otherQuotes }
        if options.escape == .automatic && dialect.escape != nil { cost += Self.otherQuotes }
        return cost
    }

    private static func rarity(of delimiter: String) -> Double {
        if DialectDetector.common.contains(delimiter) { return 0 }
        if CandidateSet.control.contains(delimiter) { return 0.02 }
        if CandidateSet.isDoubtful(delimiter) { return 0.2 }
        // Every occurrence of the shorter delimiter is part of one.
        if CandidateSet.long.contains(where: { $0.0 == delimiter }) || delimiter == ", " { return -0.01 }
        switch delimiter {
        case " ": return 0.1
        case ":": return 0.3
        default: return 0.08
        }
    }

    /// The share of a record by which the extension of the file's name makes the dialect cheaper.
    private func preference(for name: String) -> Double {
        switch name.split(separator: ".").last.map({ $0.lowercased() }) {
        case "tsv", "tab": dialect.delimiter == "\t" ? 0.05 : 0
        case "csv": dialect.delimiter == "," ? 0.03 : 0
        default: 0
        }
    }
}
