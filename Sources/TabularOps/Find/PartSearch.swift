import CScan
import QuadrilleRuntime
import Tabular

/// Searches the parts of a table, one after the other, on one thread.
///
/// In a table with byte offsets, it scans a part's bytes for a needle that every hit contains. A part without the needle is not
/// parsed. Otherwise it maps the needle's positions to cells, or tests all values if the needle alone does not make a hit.
final class PartSearch {
    private let source: any RecordStreaming
    private let bytes: (any ByteScanning)?
    /// Nil until the source's rules are final.
    private var rules: ByteRules?
    private let control: JobControl
    private let tuning: FindTuning
    private let query: FindQuery
    private var plan: FindPlan
    private var matcher: ValueMatcher
    private var filters: (plain: FindPlan.Filter, other: FindPlan.Filter)?
    private var buffer = ReadBuffer(count: 0)
    private var places: [UInt32] = []

    init(_ source: any RecordStreaming, _ plan: FindPlan, _ control: JobControl, _ tuning: FindTuning) {
        (self.source, self.plan, self.control, self.tuning) = (source, plan, control, tuning)
        query = plan.query
        matcher = ValueMatcher(plan)
        bytes = source.abilities.bytes
    }

    /// The rows from `row` on that are searched at once; nil where no more are known.
    static func part(of source: any RecordStreaming, fromRow row: Int, _ tuning: FindTuning) -> RowPart? {
        if let bytes = source.abilities.bytes { return bytes.part(fromRow: row, byteCount: tuning.partBytes) }
        let snapshot = source.snapshot
        let known = snapshot.rowCount.known
        guard row < known else { return nil }
        // Rows of few bytes have few values, however many columns the table has.
        let short = snapshot.bytesPerRow.map { tuning.leastBytes / max(1, $0) } ?? 1
        let count = max(1, tuning.partRows, tuning.partCells / max(1, snapshot.columns.count), short)
        let end =
            source.abilities.stops?.partEnd(from: row, count: count, before: known) ?? min(known, row + count)
        return RowPart(rows: row..<end, isLast: end == known)
    }

    /// Searches `part`; lists the hits, or only counts them. `mayBeOdd` tells that a value in it may continue after its closing
    /// quote, so that its bytes are not contiguous.
    func search(_ part: RowPart, listing: Bool, mayBeOdd: Bool) throws(ReadError) -> PartHits {
        if case .nothing = plan.kind { return PartHits(of: part.rows, isListing: listing) }
        rules = rules ?? bytes?.byteRules
        guard let bytes, let rules, part.bytes.count <= tuning.longestPart else {
            return try stream(part, listing: listing)
        }
        guard let text = try read(part, of: bytes) else { return try stream(part, listing: listing) }
        // A value's bytes are not contiguous where a byte between them is not part of the value.
        if mayBeOdd, bytes.mayHaveSplitValues(text, in: part) {
            return parse(text, part, bytes, listing: listing)
        }
        if let escape = rules.escape, contains(escape, text) { return parse(text, part, bytes, listing: listing) }
        var filter = filter(text, rules)
        if case .composed(let needle, let others) = filter {
            filter = others.contains { $0.first(in: text) != nil } ? .any : .needle(needle, isAll: false)
        }
        switch filter {
        case .any, .composed: return parse(text, part, bytes, listing: listing)
        case .nothing: return PartHits(of: part.rows, isListing: listing)
        case .needle(let needle, let isAll):
            if isAll, !part.isLast, part.skippedRecords == 0, !rules.hasComments, isInside(needle, rules) {
                return map(needle, text, part, bytes, listing: listing)
            }
            // A single letter is nearly everywhere, so its positions do not help.
            if needle.bytes.count > 1, isInside(needle, rules) {
                return test(needle, text, part, bytes, listing: listing)
            }
            guard needle.first(in: text) != nil else { return PartHits(of: part.rows, isListing: listing) }
            return parse(text, part, bytes, listing: listing)
        }
    }

    // MARK: - Bytes

    private func contains(_ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress else { return false }
        return cscan_find3(base, text.count, byte, byte, byte) < text.count
    }

    /// Returns true where every match of `needle` lies inside one value: the needle has no line end, quote or delimiter byte.
    private func isInside(_ needle: Needle, _ rules: ByteRules) -> Bool {
        needle.bytes.allSatisfy {
            $0 != 0x0A && $0 != 0x0D && $0 != rules.quote && !rules.delimiter.contains($0)
        }
    }

    private func filter(_ text: UnsafeBufferPointer<UInt8>, _ rules: ByteRules) -> FindPlan.Filter {
        if filters == nil {
            // The first part shows which bytes are rare.
            let sample = ByteSample(text)
            plan = plan.tuned(by: sample)
            matcher = ValueMatcher(plan)
            filters = (
                plan.filter(isASCII: true, quote: rules.quote, sample: sample),
                plan.filter(isASCII: false, quote: rules.quote, sample: sample)
            )
        }
        guard let filters else { return .any }
        if plan.asksForASCII, !isASCII(text) { return filters.other }
        return filters.plain
    }

    private func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress else { return true }
        return cscan_is_plain(base, text.count)
    }

    /// The bytes of `part`; nil where the source has fewer by now, for which streaming reports the error.
    private func read(
        _ part: RowPart, of bytes: any ByteScanning
    ) throws(ReadError) -> UnsafeBufferPointer<UInt8>? {
        if buffer.bytes.count < part.bytes.count {
            buffer = ReadBuffer(count: max(2 * tuning.partBytes, part.bytes.count))
        }
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<part.bytes.count])
        guard try bytes.readText(into: room, at: part.bytes.lowerBound) == room.count else { return nil }
        return UnsafeBufferPointer(room.assumingMemoryBound(to: UInt8.self))
    }

    /// Finds the cells that contain `needle`.
    private func map(
        _ needle: Needle, _ text: UnsafeBufferPointer<UInt8>, _ part: RowPart, _ bytes: some ByteScanning,
        listing: Bool
    ) -> PartHits {
        let count = findPlaces(of: needle, in: text)
        guard count > 0 else { return PartHits(of: part.rows, isListing: listing) }
        // For a mere count, of rows too, fields need no column index.
        if !listing && query.column == nil, let dialect { return self.count(count, text, part, dialect) }
        return places.withUnsafeBufferPointer {
            var finder = PlaceFinder(
                UnsafeBufferPointer(rebasing: $0[..<count]), from: part.bytes.lowerBound, column: query.column,
                rows: part.rows, listing: listing)
            bytes.parse(text, of: part, into: &finder)
            return finder.found
        }
    }

    /// The dialect for the scanner, if it has one delimiter and one quote at most.
    private var dialect: cscan_dialect? {
        guard let rules, rules.delimiter.count == 1, rules.escape == nil else { return nil }
        return cscan_dialect(
            delimiter: rules.delimiter[0], quote: rules.quote ?? 0, is_quoting: rules.quote != nil)
    }

    /// Counts the fields that contain the first `count` positions.
    private func count(
        _ count: Int, _ text: UnsafeBufferPointer<UInt8>, _ part: RowPart, _ dialect: cscan_dialect
    ) -> PartHits {
        var found = PartHits(of: part.rows, isListing: false)
        guard let base = text.baseAddress else { return found }
        found.count = places.withUnsafeBufferPointer { places in
            places.baseAddress.map { cscan_fields_with(base, text.count, dialect, $0, count) } ?? 0
        }
        // Assumes rows of similar length.
        let length = (text.count &>> 12 + 1) &<< 6
        var end = 0
        for place in places[..<count] where Int(place) >= end {
            let stretch = Int(place) / length
            found.mark(stretch)
            end = (stretch + 1) * length
        }
        return found
    }

    /// Tests only the values that contain `needle`.
    private func test(
        _ needle: Needle, _ text: UnsafeBufferPointer<UInt8>, _ part: RowPart, _ bytes: some ByteScanning,
        listing: Bool
    ) -> PartHits {
        let count = findPlaces(of: needle, in: text)
        guard count > 0 else { return PartHits(of: part.rows, isListing: listing) }
        return places.withUnsafeBufferPointer {
            var finder = ValueFinder(
                matcher, query, rows: part.rows, listing: listing, control: control, longest: tuning.longestValue)
            finder.candidates = ValueFinder.Candidates(
                UnsafeBufferPointer(rebasing: $0[..<count]), from: part.bytes.lowerBound)
            bytes.parse(text, of: part, into: &finder)
            return finder.located { bytes.parse(text, of: part, into: &$0) }
        }
    }

    /// Fills `places` and returns their number.
    private func findPlaces(of needle: Needle, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var (count, from) = (0, 0)
        while from < text.count {
            if places.count - count < Needle.room {
                places += [UInt32](repeating: 0, count: max(Needle.room, places.count))
            }
            count += places.withUnsafeMutableBufferPointer {
                needle.find(in: text, from: &from, into: UnsafeMutableBufferPointer(rebasing: $0[count...]))
            }
        }
        return count
    }

    // MARK: - Values

    private func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ part: RowPart, _ bytes: some ByteScanning, listing: Bool
    ) -> PartHits {
        var finder = ValueFinder(
            matcher, query, rows: part.rows, listing: listing, control: control,
            longest: tuning.longestValue)
        bytes.parse(text, of: part, into: &finder)
        return finder.located { bytes.parse(text, of: part, into: &$0) }
    }

    private func stream(_ part: RowPart, listing: Bool) throws(ReadError) -> PartHits {
        var finder = ValueFinder(
            matcher, query, rows: part.rows, listing: listing, control: control,
            longest: tuning.longestValue)
        // A table without byte offsets has no matches to locate; in others, whole records give the offsets of their values.
        if bytes == nil {
            let request = finder.project()
            try source.streamRecords(part.rows, of: request, into: &finder)
            return finder.found
        }
        try source.streamRecords(part.rows, into: &finder)
        return try finder.located { (locator) throws(ReadError) in
            try source.streamRecords(part.rows, into: &locator)
        }
    }
}
