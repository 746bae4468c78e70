/// Texts in the one form that all their equivalent spellings share: every character decomposed, marks in the order of their
/// classes (Unicode Standard 15.0, 3.11, NFD). Texts with the same form are canonically equivalent: they look the same, and a
/// user cannot distinguish them.
///
///     é            U+00E9              e U+0301
///     e U+0301     U+0065 U+0301       e U+0301
///     Å            U+212B              A U+030A
enum CanonicalText {
    /// The pieces of each character that decomposes, except for Hangul syllables.
    private static let pieces: [UInt32: [UInt32]] = {
        var pieces: [UInt32: [UInt32]] = [:]
        for entry in CanonicalDecompositions.all.description.split(separator: " ") {
            let numbers = entry.split { $0 == "=" || $0 == "." }.compactMap { UInt32($0, radix: 16) }
            if let whole = numbers.first { pieces[whole] = Array(numbers.dropFirst()) }
        }
        return pieces
    }()

    /// The characters that combine with the one before them: marks, and all other pieces that are not first.
    private static let continuations: Set<UInt32> = Set(pieces.values.flatMap { $0.dropFirst() })

    /// The characters to which another single character decomposes, such as Ω for the ohm sign.
    private static let onlyPieces: Set<UInt32> = Set(pieces.values.compactMap { $0.count == 1 ? $0[0] : nil })

    /// The first piece of each character of the Basic Multilingual Plane: 256 KiB, built on first use.
    private static let firstPieces: [UInt32] = (0..<0x10000).map { scalar in
        let scalar = UInt32(scalar)
        return hangul(scalar).first ?? pieces[scalar]?.first ?? scalar
    }

    /// Returns true where `text` has other equivalent forms. ASCII text has none: the characters that decompose to ASCII are
    /// ignored.
    static func hasOtherForms(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let scalar = scalar.value
            return scalar >= 0x80
                && (pieces[scalar] != nil || isContinuation(scalar) || onlyPieces.contains(scalar)
                    || !hangul(scalar).isEmpty || 0x1100..<0x1113 ~= scalar)
        }
    }

    /// The other characters that have the same form as a character.
    static func others(as scalar: UInt32) -> [UInt32] {
        let form = pieces[scalar] ?? [scalar]
        return pieces.filter { $0.value == form && $0.key != scalar }.map(\.key)
    }

    /// The first piece of a character.
    @inline(__always)
    static func firstPiece(of scalar: UInt32) -> UInt32 {
        scalar < 0x10000 ? firstPieces[Int(scalar)] : pieces[scalar]?.first ?? scalar
    }

    /// Returns true where a character combines with the one before it.
    static func isContinuation(_ scalar: UInt32) -> Bool {
        // The ranges are vowels and last consonants of Hangul, which follow a first consonant.
        if scalar < 0x300 { return false }
        return 0x1161..<0x1176 ~= scalar || 0x11A8..<0x11C3 ~= scalar || continuations.contains(scalar)
            || combiningClass(scalar) > 0
    }

    /// Appends the pieces of a character, and inserts marks among the preceding marks in order.
    static func append(_ scalar: UInt32, to text: inout [UInt32]) {
        let syllable = hangul(scalar)
        for piece in syllable.isEmpty ? pieces[scalar] ?? [scalar] : syllable {
            let rank = combiningClass(piece)
            var place = text.count
            if rank > 0 { while place > 0, combiningClass(text[place - 1]) > rank { place -= 1 } }
            text.insert(piece, at: place)
        }
    }

    /// The form of `text` as UTF-8, for comparing the texts of a list; invalid bytes are FF.
    static func form(of text: UnsafeBufferPointer<UInt8>, _ fold: TextFold) -> [UInt8] {
        guard text.contains(where: { $0 >= 0x80 }) else {
            var bytes: [UInt8] = []
            fold.append(text, to: &bytes)
            return bytes
        }
        var scalars: [UInt32] = []
        var index = 0
        while index < text.count {
            let (scalar, length) = TextFold.scalar(in: text, at: index)
            append(scalar, to: &scalars)
            index += length
        }
        let letters = fold.letters
        var bytes: [UInt8] = []
        for scalar in scalars { TextFold.append(letters.fold(scalar), to: &bytes) }
        return bytes
    }

    private static func combiningClass(_ scalar: UInt32) -> UInt8 {
        guard scalar >= 0x300 else { return 0 }
        return Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0
    }

    /// The two or three letters of a syllable (3.12, Hangul Syllable Decomposition); empty for another character.
    private static func hangul(_ scalar: UInt32) -> [UInt32] {
        guard 0xAC00..<0xD7A4 ~= scalar else { return [] }
        let (first, rest) = (scalar &- 0xAC00).quotientAndRemainder(dividingBy: 588)
        let last = rest % 28
        return [0x1100 + first, 0x1161 + rest / 28] + (last == 0 ? [] : [0x11A7 + last])
    }
}
