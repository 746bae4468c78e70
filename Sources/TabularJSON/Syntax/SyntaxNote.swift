/// An oddity in a text that is read and reported.
struct SyntaxNote: Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        // Beyond RFC 8259: most of it is JSON5.

        /// `NaN`, `Infinity`.
        case specialNumber
        /// `+1`, `.5`, `5.`, `0x1F`.
        case numberForm
        /// `// …`, `/* … */`.
        case comment
        /// A comma after the last member, element or value of a line.
        case trailingComma
        /// `'…'`.
        case singleQuotes
        /// `{name: …}`.
        case bareName
        /// A line feed, a tab or another unescaped control character in a string.
        case controlCharacter
        /// `\'`, `\x41`, `\v`, a backslash before a line end.
        case escape
        /// Blanks other than space, tab and line ends: U+00A0, U+FEFF.
        case blank

        // Of values that are JSON.

        /// Half of a pair of surrogates: `\ud800`.
        case loneSurrogate
        /// U+0000, escaped or not.
        case nul
        /// More than `JSONCursor.depthLimit` levels of nesting.
        case tooDeep
        /// A name that occurs twice in its object.
        case duplicateKey

        /// A Boolean value that indicates whether RFC 8259 forbids it.
        var isLaxity: Bool { rawValue <= Self.blank.rawValue }
    }

    var kind: Kind
    /// Byte offset in the text.
    var byte: Int
}

/// The first note of each kind in a text.
struct SyntaxNotes: Sendable, Hashable, RandomAccessCollection {
    private var notes: [SyntaxNote] = []
    private var kinds: UInt16 = 0

    var startIndex: Int { 0 }
    var endIndex: Int { notes.count }
    subscript(index: Int) -> SyntaxNote { notes[index] }

    /// Records `kind` at `byte` unless there is an earlier one.
    @inline(never)
    mutating func insert(_ kind: SyntaxNote.Kind, at byte: Int) {
        guard !contains(kind) else { return }
        kinds |= 1 << UInt16(kind.rawValue)
        notes.append(SyntaxNote(kind: kind, byte: byte))
    }

    func contains(_ kind: SyntaxNote.Kind) -> Bool { kinds & 1 << UInt16(kind.rawValue) != 0 }

    /// A Boolean value that indicates whether RFC 8259 forbids any of them.
    var hasLaxity: Bool { notes.contains(where: \.kind.isLaxity) }

    /// Removes all notes and keeps their memory.
    mutating func removeAll() {
        guard kinds != 0 else { return }
        kinds = 0
        notes.removeAll(keepingCapacity: true)
    }
}
