/// The differences between letters that a search ignores, and the folding that removes them from texts.
///
/// Folded texts are equal where the texts differ only in these:
///
///     Zürich  ZÜRICH  zürich      case              zürich
///     Zürich  Zurich              diacritics        Zurich
///
/// Case is Unicode's simple case: one letter for one letter, final sigma like any other. It maps no other letter to a to z than
/// A to Z, so that ASCII text can be searched for as bytes. Diacritics are the marks of Latin, Greek and Cyrillic letters,
/// precomposed or combining.
struct TextFold: Sendable, Hashable {
    var ignoresCase = false
    var ignoresDiacritics = false

    var isNone: Bool { !ignoresCase && !ignoresDiacritics }

    /// Appends `text` folded to `folded`. Invalid bytes become FF, which no text contains.
    ///
    /// - Complexity: O(bytes).
    func append(_ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
        // ASCII does not need the table of letters, which takes some ten milliseconds to build on the current thread.
        guard text.contains(where: { $0 >= 0x80 }) else {
            for byte in text { folded.append(ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte) }
            return
        }
        let letters = letters
        var index = 0
        while index < text.count {
            let (scalar, length) = scalar(in: text, at: index, letters)
            if scalar != Self.none { Self.append(scalar, to: &folded) }
            index += length
        }
    }

    func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { append($0, to: &folded) }
        return folded
    }

    /// Marks a character that folding removes; `invalid` marks an invalid byte.
    static let none: UInt32 = 0xFFFF_FFFF
    private static let invalid: UInt32 = 0xFFFF_FFFE

    /// The folded character at `index`, and its number of bytes there: `none` for a removed mark.
    @inline(__always)
    func scalar(in text: UnsafeBufferPointer<UInt8>, at index: Int, _ letters: Letters) -> (UInt32, Int) {
        let byte = text[index]
        if byte < 0x80 { return (UInt32(ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte), 1) }
        let (scalar, length) = Self.decode(text, at: index)
        return (scalar == Self.invalid ? scalar : letters.fold(scalar), length)
    }

    /// The character at `index`, unfolded, and its number of bytes.
    @inline(__always)
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int) {
        text[index] < 0x80 ? (UInt32(text[index]), 1) : decode(text, at: index)
    }

    /// The mapping of letters to their folded forms.
    var letters: Letters { Letters.shared(self) }

    /// The scalar at `index` and its length; `invalid` and 1 where there is none.
    private static func decode(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int) {
        let lead = text[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead < 0xF5, index + length <= text.count else { return (invalid, 1) }
        var scalar = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = text[index + offset]
            guard byte & 0xC0 == 0x80 else { return (invalid, 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        let isShortest = length == 2 || scalar >= (length == 3 ? 0x800 : 0x10000)
        return isShortest && Unicode.Scalar(scalar) != nil ? (scalar, length) : (invalid, 1)
    }

    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case ..<0x80: bytes.append(UInt8(scalar))
        case ..<0x800:
            bytes.append(0xC0 | UInt8(scalar >> 6))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        case ..<0x10000:
            bytes.append(0xE0 | UInt8(scalar >> 12))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        case invalid: bytes.append(0xFF)
        default:
            bytes.append(0xF0 | UInt8(scalar >> 18))
            bytes.append(0x80 | UInt8(scalar >> 12 & 0x3F))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        }
    }

    /// The folds of all scalars of the Basic Multilingual Plane, built on first use: 256 KiB.
    final class Letters: Sendable {
        private let fold: TextFold
        private let scalars: [UInt32]

        private static let ofCase = Letters(TextFold(ignoresCase: true))
        private static let ofDiacritics = Letters(TextFold(ignoresDiacritics: true))
        private static let ofBoth = Letters(TextFold(ignoresCase: true, ignoresDiacritics: true))
        private static let ofNone = Letters(TextFold())

        static func shared(_ fold: TextFold) -> Letters {
            switch (fold.ignoresCase, fold.ignoresDiacritics) {
            case (true, false): ofCase
            case (false, true): ofDiacritics
            case (true, true): ofBoth
            case (false, false): ofNone
            }
        }

        private init(_ fold: TextFold) {
            self.fold = fold
            let letters = fold.ignoresDiacritics ? Self.lettersWithoutMarks() : [:]
            scalars = (0..<0x10000).map { value in
                var scalar = UInt32(value)
                if fold.ignoresDiacritics {
                    if Self.isMark(scalar) { return TextFold.none }
                    // A letter with two marks, one of which is a stroke.
                    scalar = letters[scalar] ?? scalar
                    scalar = letters[scalar] ?? scalar
                }
                return fold.ignoresCase ? Self.lower(scalar) : scalar
            }
        }

        func fold(_ scalar: UInt32) -> UInt32 {
            if scalar < 0x10000 { return scalars[Int(scalar)] }
            return fold.ignoresCase ? Self.lower(scalar) : scalar
        }

        private static func isMark(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
            default: false
            }
        }

        private static func lettersWithoutMarks() -> [UInt32: UInt32] {
            var letters: [UInt32: UInt32] = [:]
            for group in MarkedLetters.groups.description.unicodeScalars.split(separator: " ") {
                guard let base = group.first else { continue }
                for letter in group.dropFirst() { letters[letter.value] = base.value }
            }
            return letters
        }

        /// The lower case of a capital letter; the same for all variants of a letter, such as the sigmas.
        private static func lower(_ scalar: UInt32) -> UInt32 {
            func only(_ text: String, or value: UInt32) -> UInt32 {
                let mapped = text.unicodeScalars
                return mapped.count == 1 ? mapped.first?.value ?? value : value
            }
            guard let letter = Unicode.Scalar(scalar), letter.properties.changesWhenCaseMapped else { return scalar }
            if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
            let capital = only(letter.properties.uppercaseMapping, or: scalar)
            let small = Unicode.Scalar(capital).map { only($0.properties.lowercaseMapping, or: capital) } ?? scalar
            return small < 0x80 ? scalar : small
        }
    }
}
