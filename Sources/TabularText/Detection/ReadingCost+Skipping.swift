import Tabular

extension ReadingCost {
    /// Sets the cost of skipping all lines before the record `start`; only a part of it once the total reaches `limit`.
    mutating func setSkipped(
        _ evidence: SampleEvidence, _ start: Int, _ cells: [CellClassCounts], under limit: Double
    ) {
        skippedLines = start
        let leads = evidence.leads
        let areKeys = Self.areKeys(evidence, start, width, cells)
        let header = leads[start]
        let hasNames = header.filled == width && header.fields == width && header.cells.allSatisfy { $0 == .text }
        let areTyped = hasNames && Self.areTyped(cells)
        // Two words over two names, unless these are the units of those.
        let isPair = areTyped && width == 2 && header.units == 0 && cells.allSatisfy { $0.dominant != nil }
        let isProse = header.spaced > 0 || evidence.isProse(from: start)
        let isSection = hasNames && isSection(evidence, start)
        let isWide = isSection || isWide(evidence, start, cells)
        // A table that begins with values may have its names among these lines.
        if Self.isLikeBody(header, cells) { skipped += header.cells.contains(.text) ? 1 : 2 }
        // Lines before a table are few compared to it.
        var count = 0
        for index in 0..<start where leads[index].filled > 0 { count += 1 }
        if count > recordCount && !isWide { skipped += (areTyped && width > 2 ? 0.3 : 1) * Double(count - recordCount) }
        if 2 * raggedRecords > recordCount { skipped += Double(count) }
        // A record that is partly a sentence, and the next one not as much, is no header.
        let isPartlyProse = header.spaced < header.fields - 1 && 2 * header.spaced >= header.fields - 1
        if !areTyped && isPartlyProse && leads.dropFirst(start + 1).first?.spaced != header.spaced { skipped += 2 }
        if 3 * raggedRecords >= recordCount && 3 * evidence.fieldCounts(from: start)[1] >= recordCount {
            // More lines like some of the records.
            skipped += 0.5 * Double(leads[..<start].count { $0.fields == 1 && $0.filled > 0 })
        }
        for index in 0..<start {
            if total >= limit { return }
            let isBeforeBlank = hasNames && index + 1 < start && leads[index + 1].filled == 0
            if isSection {
                skipped += 0.02
            } else if leads[index].filled == 0 {
                skipped += 0.1
            } else if isWide {
                skipped += 0.25
            } else if areKeys {
                skipped += 0.6
            } else if hasNames && !isProse && leads[index].isProse && leads[index].fields >= width {
                skipped += 0.4
            } else if hasNames && leads[index].isPadded(to: width) || areTyped && leads[index].isTitle(over: width)
                || isPair && leads[index].cells == [.text, .text]
            {
                skipped += 0.5
            } else {
                skipped += cost(ofSkipping: leads[index], isBeforeBlank: isBeforeBlank, cells)
            }
        }
        if total < limit { skipped += 5 * Double(Self.rows(in: leads, before: start, isWide: isWide)) }
    }

    /// True for values of one type in at least half of the columns, or in two.
    private static func areTyped(_ cells: [CellClassCounts]) -> Bool {
        let typed = cells.count { $0.filled > 1 && $0.dominant?.count == $0.filled }
        return typed > 1 || 2 * typed >= cells.count
    }

    /// True for names over all columns with values, four or more and two of them of a type, where no line before has more than
    /// half as many values: no record is so short.
    private func isWide(_ evidence: SampleEvidence, _ start: Int, _ cells: [CellClassCounts]) -> Bool {
        let header = evidence.leads[start]
        let names = (cells.lastIndex { $0.filled > 0 } ?? 0) + 1
        guard names > 3, header.filled == names, header.cells.prefix(names).allSatisfy({ $0 == .text }) else {
            return false
        }
        let ragged = raggedRecords - (header.fields == width ? 0 : 1)
        let typed = cells.count { $0.filled > 0 && $0.dominant?.count == $0.filled }
        return 10 * ragged <= recordCount && typed > 1
            && evidence.leads[..<start].allSatisfy { 2 * $0.filled <= names + 1 && $0.fields <= width }
    }

    /// True for names right below a word in brackets, over records that fill all columns, where no line before is as full.
    private func isSection(_ evidence: SampleEvidence, _ start: Int) -> Bool {
        guard start > 0, raggedRecords == 0, width > 1, evidence.leads[start - 1].isSectionName else { return false }
        return evidence.leads[start...].allSatisfy { $0.filled == width }
            && evidence.leads[..<start].allSatisfy { $0.filled < width }
    }

    /// Lines before the record `start` that look like the first values below it, which makes them rows: three, or two where few
    /// values look so by chance; before a wide table only these.
    private static func rows(in leads: [SampleEvidence.Lead], before start: Int, isWide: Bool) -> Int {
        let below = leads[start...].dropFirst().prefix(20).filter { $0.filled > 0 }.map(\.shape.beginning)
        var (alike, telling) = (0, 0)
        for index in 0..<start where leads[index].filled > 0 {
            let shape = leads[index].shape
            guard 2 * below.count(where: { $0 == shape.beginning }) > below.count else { continue }
            alike += 1
            if shape.isTelling { telling += 1 }
        }
        return alike >= 3 && !isWide || telling >= 2 ? alike : 0
    }

    /// True where a record has values of the types below it, and some column has one.
    private static func isLikeBody(_ record: SampleEvidence.Lead, _ cells: [CellClassCounts]) -> Bool {
        var count = 0
        for (cell, counts) in zip(record.cells, cells) {
            guard let dominant = counts.dominant, cell != .blank else { continue }
            if cell != dominant.cellClass { return false }
            count += 1
        }
        return count > 0
    }

    /// True for several lines of a key and a value before names over two columns of values alone.
    private static func areKeys(
        _ evidence: SampleEvidence, _ start: Int, _ width: Int, _ cells: [CellClassCounts]
    ) -> Bool {
        let header = evidence.leads[start]
        return start > 1 && width == 2 && header.fields == 2 && header.cells.allSatisfy { $0 == .text }
            && cells.count == 2 && cells.allSatisfy { $0.dominant?.count == $0.filled && $0.filled > 1 }
            && evidence.leads[..<start].allSatisfy { $0.cells.first == .text || $0.filled == 0 }
    }

    /// The cost of a line of which only its own cells are known, and those below it.
    private func cost(
        ofSkipping line: SampleEvidence.Lead, isBeforeBlank: Bool, _ cells: [CellClassCounts]
    ) -> Double {
        if line.filled == 1 {
            // A value in a column of its type is a row.
            let isValue = zip(line.cells, cells).contains { $0.isTyped && $0 == $1.dominant?.cellClass }
            guard width > 1 && !isValue else { return 5 }
            // A line padded by a spreadsheet is no record.
            return line.fields >= width ? 0.25 : 0.5
        }
        // A key of a row.
        if let first = line.cells.first, first.isTyped, first == cells.first?.dominant?.cellClass { return 5 }
        if line.fields < width { return 0.5 }
        // As full as a record: a title, a note, or a line padded by a spreadsheet.
        let blanks = line.cells.indices.count { line.cells[$0] == .blank && $0 < cells.count && cells[$0].filled > 0 }
        let isText = line.cells.first == .text || line.cells.first == .blank
        let hasValue = line.cells.contains(where: \.isTyped)
        if blanks > 0 && isText && (hasValue ? 2 : 3) * line.filled <= width { return 0.5 }
        if line.startsWithNote { return 0.6 }
        return hasValue && isText && (line.startsWithWords || isBeforeBlank) ? 0.6 : 5
    }
}

extension SampleEvidence.Lead {
    /// True for a text first, and a value or a blank cell after it: names have neither.
    fileprivate func isTitle(over width: Int) -> Bool {
        fields == width && filled > 1 && cells.first == .text
            && (cells.last == .blank || cells.contains(where: \.isTyped))
    }

    /// True for a few cells at the beginning, a text first, and blank ones after them.
    fileprivate func isPadded(to width: Int) -> Bool {
        filled > 1 && 2 * filled <= width && fields >= width && cells.first == .text
            && cells.prefix(filled).allSatisfy { $0 != .blank }
    }
}
