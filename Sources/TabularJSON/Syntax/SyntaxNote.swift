/// Something in a text that is read, and yet has to be said.
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
        /// A line feed, a tab or another control character as it stands in a string.
        case controlCharacter
        /// `\'`, `\x41`, `\v`, a backslash before a line end.
        case escape
        /// Blanks other than space, tab and line ends: U+00A0, U+FEFF.
        case blank

        // Of values that are JSON.

        /// Half of a pair of surrogates: `\ud800`.
        case loneSurrogate
        /// U+0000, escaped or as it stands.
        case nul
        /// More than `JSONCursor.depthLimit` levels of nesting.
        case tooDeep
        /// A name that its object has twice.
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

    /// Notes `kind` at `byte` unless an earlier place has been noted.
    @inline(never)
    mutating func insert(_ kind: SyntaxNote.Kind, at byte: Int) {
        guard !contains(kind) else { return }
        kinds |= 1 << UInt16(kind.rawValue)
        notes.append(SyntaxNote(kind: kind, byte: byte))
    }

    func contains(_ kind: SyntaxNote.Kind) -> Bool { kinds & 1 << UInt16(kind.rawValue) != 0 }

    /// Forgets all notes and keeps their memory.
    mutating func removeAll() {
        guard kinds != 0 else { return }
        kinds = 0
        notes.removeAll(keepingCapacity: true)
    }
}
