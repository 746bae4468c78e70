/// A query compiled for values and for bytes.
public struct FindPlan: Sendable {
    enum Kind: Sendable {
        /// No value is a hit.
        case nothing
        /// Empty values are hits.
        case empty
        /// The exact bytes, or with A to Z in either case.
        case literal(Needle)
        /// Folded bytes; for ASCII values the needle, if the folded bytes are ASCII.
        case folded([UInt8], FoldedNeedle, ascii: Needle?)
        /// Characters in any canonically equivalent form.
        case canonical(CanonicalNeedle)
        case pattern(Pattern)
    }

    public let query: FindQuery
    let kind: Kind

    /// - Throws: An error for an invalid pattern.
    public init(_ query: FindQuery) throws(PatternError) {
        self.query = query
        if query.isPattern {
            let ignoresCase = query.fold.ignoresCase
            kind =
                query.isEmpty
                ? .nothing
                : .pattern(
                    try Pattern(
                        query.text, options: Pattern.Options(ignoresCase: ignoresCase, isWhole: query.isWhole)))
            return
        }
        kind = Self.literal(query, sample: nil)
    }

    private init(_ query: FindQuery, _ kind: Kind) { (self.query, self.kind) = (query, kind) }

    /// The same plan, tuned for bytes like those of `sample`.
    func tuned(by sample: ByteSample) -> FindPlan {
        if case .pattern = kind { return self }
        return FindPlan(query, Self.literal(query, sample: sample))
    }

    private static func literal(_ query: FindQuery, sample: ByteSample?) -> Kind {
        if query.isEmpty { return .nothing }
        let (fold, text) = (query.fold, Array(query.text.utf8))
        let folded = fold.folded(query.text)
        // A text of nothing but combining marks is searched for literally.
        if folded.isEmpty { return text.isEmpty ? .empty : .literal(Needle(text, ignoresCase: false, sample: sample)) }
        if !fold.ignoresDiacritics, let needle = CanonicalNeedle(query.text, fold) { return .canonical(needle) }
        if fold.isNone { return .literal(Needle(text, ignoresCase: false, sample: sample)) }
        let isASCII = folded.allSatisfy { $0 < 0x80 }
        let needle = isASCII ? Needle(folded, ignoresCase: fold.ignoresCase, sample: sample) : nil
        if let needle, !fold.ignoresDiacritics { return .literal(needle) }
        return .folded(folded, FoldedNeedle(folded, fold), ascii: needle)
    }

    /// A condition that the bytes of every hit meet, where the bytes of a value are those of the text except for doubled
    /// quotes.
    enum Filter {
        /// Any bytes may be a hit.
        case any
        /// No bytes can be a hit.
        case nothing
        /// The needle occurs; `isAll` tells whether every value that contains it is a hit.
        case needle(Needle, isAll: Bool)
        /// The needle, which occurs, unless one of `others` does; then any row may match.
        case composed(Needle, others: [Needle])
    }

    /// A Boolean value that indicates whether the filter for ASCII bytes differs from the filter for others.
    var asksForASCII: Bool {
        switch kind {
        case .folded, .canonical, .pattern: true
        case .nothing, .empty, .literal: false
        }
    }

    /// The filter for bytes that are all ASCII, or not; the bytes double the character `quote` inside quoted values.
    func filter(isASCII: Bool, quote: UInt8?, sample: ByteSample?) -> Filter {
        switch kind {
        case .nothing: .nothing
        case .empty: .any
        case .pattern(let pattern):
            RequiredText(pattern.text, ignoresCase: pattern.options.ignoresCase, isASCII: isASCII).flatMap { text in
                Self.piece(of: text.bytes) { $0 != quote }.map {
                    .needle(Needle($0, ignoresCase: text.ignoresCase, sample: sample), isAll: false)
                }
            } ?? .any
        case .literal(let needle): Self.filter(needle, isWhole: query.isWhole, quote, sample)
        case .canonical(let canonical):
            // The match may be ASCII after all, as with the Kelvin sign.
            if let piece = Self.piece(of: canonical.requiredBytes, { $0 != quote }), piece.count > 1 {
                .needle(Needle(piece, ignoresCase: query.fold.ignoresCase, sample: sample), isAll: false)
            } else if let composed = canonical.composed, quote.map({ !composed.bytes.contains($0) }) ?? true {
                .composed(
                    Needle(composed.bytes, ignoresCase: false, sample: sample),
                    others: composed.others.map { Needle($0, ignoresCase: false) })
            } else {
                .any
            }
        case .folded(let bytes, _, let ascii):
            if isASCII {
                ascii.map { Self.filter($0, isWhole: query.isWhole, quote, sample) } ?? .nothing
            } else if query.fold.ignoresDiacritics {
                .any
            } else {
                Self.piece(of: bytes) { $0 < 0x80 && $0 != quote }.map {
                    .needle(Needle($0, ignoresCase: query.fold.ignoresCase, sample: sample), isAll: false)
                } ?? .any
            }
        }
    }

    private static func filter(_ needle: Needle, isWhole: Bool, _ quote: UInt8?, _ sample: ByteSample?) -> Filter {
        guard let quote, needle.bytes.contains(quote) else { return .needle(needle, isAll: !isWhole) }
        let piece = piece(of: needle.bytes) { $0 != quote } ?? [quote]
        return .needle(Needle(piece, ignoresCase: needle.ignoresCase, sample: sample), isAll: false)
    }

    /// The longest run of bytes that are all `good`.
    private static func piece(of bytes: [UInt8], _ good: (UInt8) -> Bool) -> [UInt8]? {
        bytes.split(whereSeparator: { !good($0) }).max { $0.count < $1.count }.map(Array.init)
    }
}
