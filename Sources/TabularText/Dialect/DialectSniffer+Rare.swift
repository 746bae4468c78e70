import Tabular

extension DialectSniffer {
    /// Nobody writes these by chance.
    private static let control = ["\u{1}", "\u{1F}", "\u{1E}", "\u{1C}"]
    /// Common delimiters doubled, or with something around them.
    private static let long = ["|~|", "~|~", "^|^", "<|>", "@|@", "||", ";;", "\t\t", ",,"]
    /// Taken only where nothing else reads the table.
    private static let rare = ["::", ":", "^", "~", "¦", "§", "¬"]
    private static let backslash = UInt8(ascii: "\\")

    private func reading(_ found: Reading, in sample: Bytes, _ change: (inout Dialect) -> Void) -> Reading? {
        var dialect = found.dialect
        change(&dialect)
        if conflicts(with: dialect, delimiter: dialect.delimiter) { return nil }
        return Reading(dialect, shapes(of: sample, dialect))
    }

    /// A delimiter that the evidence leaves no doubt of, beside the common one that was found.
    func withDoubtlessDelimiter(_ found: Reading, in sample: Bytes) -> Reading {
        for delimiter in Self.control where sample.contains(delimiter) {
            if let other = reading(found, in: sample, { $0.delimiter = delimiter }), other.isSure { return other }
        }
        let (count, share) = found.shapes.body
        for delimiter in Self.long where delimiter.contains(found.dialect.delimiter) {
            // Every delimiter that was found is part of a long one.
            let parts = delimiter.count { String($0) == found.dialect.delimiter }
            guard count > 1, (count - 1) % parts == 0, sample.contains(delimiter),
                let other = reading(found, in: sample, { $0.delimiter = delimiter })
            else { continue }
            let (ofLong, shareOfLong) = other.shapes.body
            if other.isSure, share <= shareOfLong, count - 1 == parts * (ofLong - 1) { return other }
        }
        // A space belongs to the field, unless quotes show that it does not.
        guard found.dialect.delimiter == ",", sample.contains(", \""), !sample.contains(",\""),
            let other = reading(found, in: sample, { $0.delimiter = ", " })
        else { return found }
        return other.isSure && other.shapes.score >= found.shapes.score ? other : found
    }

    /// The backslash as the escape, where it puts right what is odd or uneven without it.
    func withEscape(_ found: Reading, in sample: Bytes) -> Reading {
        guard options.escape == .automatic, !found.isFlawless, sample.contains("\\"),
            let other = reading(found, in: sample, { $0.escape = Self.backslash })
        else { return found }
        let (was, now) = (found.shapes, other.shapes)
        let (share, before) = (now.body.share, was.body.share)
        let isRegular = now.body.count > 1 || was.body.count == 1
        let putsQuotesRight = now.oddities * 20 < was.oddities && share >= before
        let putsRecordsRight = share > before && share >= Self.sureConsistency && now.oddities <= was.oddities
        return isRegular && (putsQuotesRight || putsRecordsRight) ? other : found
    }

    /// Single quotes where they enclose fields, or no quotes where they are part of the text.
    func withOtherQuote(_ found: Reading, in sample: Bytes) -> Reading {
        guard options.quote == .automatic else { return found }
        let apostrophe = UInt8(ascii: "'")
        if found.shapes.singleQuoted * 2 >= found.shapes.recordCount, found.shapes.recordCount > 1,
            let other = reading(found, in: sample, { $0.quote = apostrophe })
        {
            let isClean = other.shapes.oddities == 0 && other.shapes.singleQuoted == 0 && other.shapes.doubleQuoted == 0
            if isClean, other.isSure, other.shapes.body.share >= found.shapes.body.share { return other }
        }
        guard !found.isFlawless, sample.contains("\""), let other = reading(found, in: sample, { $0.quote = nil })
        else {
            return found
        }
        let gain = other.shapes.body.share - found.shapes.body.share
        return other.isSure && other.shapes.recordCount >= 3 && gain > 0 ? other : found
    }

    /// What was found reads the table badly: whatever reads it much better.
    func withAnything(_ found: Reading, in sample: Bytes, isDelimiterGiven: Bool) -> Reading {
        var best = found
        var delimiters = [found.dialect.delimiter]
        if !isDelimiterGiven {
            delimiters = Self.common + Self.rare.filter { mayBeRare($0, in: sample) }
        }
        // Where none stands there it is all one.
        let isQuoted = !isThrifty || found.dialect.quote.map { sample.contains(byte: $0) } ?? false
        let quotes: [UInt8?] =
            options.quote == .automatic && isQuoted ? [found.dialect.quote, nil] : [found.dialect.quote]
        let escapes: [UInt8?] =
            options.escape == .automatic && sample.contains("\\") ? [nil, Self.backslash] : [found.dialect.escape]
        for delimiter in delimiters {
            for quote in quotes {
                for escape in escapes {
                    let other = reading(found, in: sample) {
                        $0.delimiter = delimiter
                        ($0.quote, $0.escape) = (quote, escape)
                    }
                    guard let other, other.shapes.body.share >= 0.9, isPlausible(other) else { continue }
                    if other.shapes.bodyScore >= best.shapes.bodyScore + 0.1 { best = other }
                }
            }
        }
        return best
    }

    private func isPlausible(_ other: Reading) -> Bool {
        guard Self.rare.contains(other.dialect.delimiter) else { return true }
        let (count, share) = other.shapes.body
        guard other.shapes.recordCount >= 2 && count >= 2 && share >= Self.sureConsistency else { return false }
        // Colons are common in text, and in addresses of a network.
        return other.dialect.delimiter.first != ":" || (count >= 3 && other.shapes.longestField > 4)
    }

    /// Whether almost all lines hold it, and few are values or begin with a time as they stand.
    private func mayBeRare(_ delimiter: String, in sample: Bytes) -> Bool {
        guard sample.contains(delimiter) else { return false }
        var (lines, holding, values) = (0, 0, 0)
        sample.forEachLine { line, isEnded in
            guard isEnded || isWhole, !line.isEmpty else { return }
            lines += 1
            if line.contains(delimiter) { holding += 1 }
            if !TypeSet(line).isEmpty || (delimiter == ":" && line.holdsTime) { values += 1 }
        }
        return lines > 1 && holding * 10 >= lines * 9 && values * 10 <= lines
    }
}

extension Reading {
    /// Whether the records agree, in two fields at least.
    fileprivate var isSure: Bool { shapes.body.count > 1 && shapes.body.share >= DialectSniffer.sureConsistency }

    /// Whether nothing could read it better.
    fileprivate var isFlawless: Bool { shapes.oddities == 0 && shapes.body.count > 1 && shapes.body.share == 1 }
}
