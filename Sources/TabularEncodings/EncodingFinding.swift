/// The encoding of a source, detected from its beginning or chosen by the user.
package struct EncodingFinding: Sendable {
    /// Nil for UTF-8, which needs no conversion.
    package var encoding: TextEncoding?
    /// Bytes of the byte order mark.
    package var markLength = 0
    /// True where it could be another one: nothing in the text decides between encodings of one byte a character.
    package var isGuess = false
    /// The encodings that were compared, the cheapest first; empty where nothing had to be guessed.
    package var candidates: [EncodingCandidate] = []

    package static let utf8 = EncodingFinding(encoding: nil)

    /// True where the text comes out the same.
    package func isSame(as other: EncodingFinding) -> Bool { name == other.name && markLength == other.markLength }

    package var name: String { encoding?.name ?? "UTF-8" }
    /// True where the converted text may begin with a byte order mark: in the byte encodings it is text.
    package var allowsMark: Bool {
        if case .tables(let tables) = encoding?.method { tables.pairs != nil } else { encoding == nil }
    }

    /// Detects the encoding of `sample`, the beginning of a source. A mark decides; then zero bytes where UTF-16 and UTF-32
    /// have them; then whether it is UTF-8, with a few invalid bytes. Everything else is guessed, and is UTF-8 where the guess
    /// yields no text.
    package init(_ sample: UnsafeBufferPointer<UInt8>) {
        if let marked = Self.marked(sample) {
            self = marked
        } else if let wide = WideText.encoding(of: sample) {
            encoding = wide
        } else {
            candidates = LegacyText.candidates(in: sample)
            encoding = candidates.first.flatMap { TextEncoding(EncodingName($0.name)) }
            isGuess = encoding != nil
        }
    }

    /// `name` is the user's choice; nil when there is no such encoding.
    package init?(_ sample: UnsafeBufferPointer<UInt8>, wanted name: EncodingName) {
        if name.isUTF8 {
            markLength = sample.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        } else if name.needsByteOrder {
            let isWide = name.key == "UTF32"
            let options: [TextEncoding] =
                isWide ? [.utf32LittleEndian, .utf32BigEndian] : [.utf16LittleEndian, .utf16BigEndian]
            // Without a mark and distinctive zeros the byte order is that of Windows.
            let found = options.compactMap { Self.marked(sample, as: $0) }.first
            let guessed = WideText.encoding(of: sample).flatMap { guess in options.first { $0.name == guess.name } }
            self = found ?? EncodingFinding(encoding: guessed ?? options[0])
        } else {
            guard let encoding = TextEncoding(name) else { return nil }
            self = Self.marked(sample, as: encoding) ?? EncodingFinding(encoding: encoding)
        }
    }

    private init(encoding: TextEncoding?, markLength: Int = 0) {
        self.encoding = encoding
        self.markLength = markLength
    }

    /// UTF-32 first: its little-endian mark begins with that of UTF-16.
    private static let marks: [(bytes: [UInt8], encoding: TextEncoding?)] = [
        ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian), ([0xEF, 0xBB, 0xBF], nil),
    ]

    private static func marked(_ sample: UnsafeBufferPointer<UInt8>) -> EncodingFinding? {
        if sample.starts(with: [0x84, 0x31, 0x95, 0x33]), let encoding = TextEncoding(EncodingName("GB18030")) {
            return EncodingFinding(encoding: encoding, markLength: 4)
        }
        return marks.first { sample.starts(with: $0.bytes) }
            .map { EncodingFinding(encoding: $0.encoding, markLength: $0.bytes.count) }
    }

    private static func marked(_ sample: UnsafeBufferPointer<UInt8>, as encoding: TextEncoding) -> EncodingFinding? {
        marks.first { $0.encoding?.name == encoding.name && sample.starts(with: $0.bytes) }
            .map { EncodingFinding(encoding: encoding, markLength: $0.bytes.count) }
    }
}

/// UTF-16 and UTF-32 without a byte order mark: delimiters, digits and line ends have zero bytes on one side.
private enum WideText {
    private static let looked = 1 << 16

    static func encoding(of sample: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        let bytes = UnsafeBufferPointer(rebasing: sample.prefix(looked))
        guard bytes.contains(byte: 0) else { return nil }
        let zeros = (0..<4).map { side in
            stride(from: side, to: bytes.count, by: 4).count { bytes[$0] == 0 }
        }
        let quarters = bytes.count / 4
        if quarters >= 2 {
            // No character is above U+10FFFF.
            let low = (0..<4).map { side in
                stride(from: side, to: 4 * quarters, by: 4).count { bytes[$0] <= 0x10 }
            }
            let isLittle = zeros[3] >= quarters && low[2] == quarters && zeros[0] < quarters
            let isBig = zeros[0] >= quarters && low[1] == quarters && zeros[3] < quarters
            if isLittle, let found = plausible(.utf32LittleEndian, bytes) { return found }
            if isBig, let found = plausible(.utf32BigEndian, bytes) { return found }
        }
        let pairs = PairCensus(bytes)
        let isLittle = pairs.little.structure > pairs.big.structure
        let (own, other) = isLittle ? (pairs.little, pairs.big) : (pairs.big, pairs.little)
        // One in 16, as in Chinese with short numbers. Where the other order has a zero there are letters too, such as 一.
        guard pairs.count >= 2, own.ascii * 16 >= pairs.count, other.structure * 3 <= own.structure else { return nil }
        // ASCII on both sides of most pairs is text of one byte a character in which a few bytes are zero.
        guard pairs.narrow * 5 < pairs.count * 3 else { return nil }
        return plausible(isLittle ? .utf16LittleEndian : .utf16BigEndian, bytes)
    }

    /// Pairs of bytes by their meaning in either order.
    private struct PairCensus {
        /// Characters of ASCII, and those of them that tables are made of: digits, delimiters, spaces and line ends.
        struct Order {
            private(set) var ascii = 0
            private(set) var structure = 0

            mutating func add(_ byte: UInt8) {
                guard PairCensus.isASCII(byte) else { return }
                ascii += 1
                if byte < UInt8(ascii: "@") || byte == UInt8(ascii: "|") { structure += 1 }
            }
        }

        let count: Int
        private(set) var little = Order()
        private(set) var big = Order()
        /// Two characters of ASCII.
        private(set) var narrow = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            count = bytes.count / 2
            for index in stride(from: 0, to: 2 * count, by: 2) {
                switch (bytes[index], bytes[index + 1]) {
                case (let byte, 0): little.add(byte)
                case (0, let byte): big.add(byte)
                case (let first, let second): narrow += Self.isASCII(first) && Self.isASCII(second) ? 1 : 0
                }
            }
        }

        private static func isASCII(_ byte: UInt8) -> Bool {
            (0x20..<0x7F).contains(byte) || (0x09...0x0D).contains(byte)
        }
    }

    /// `encoding` where the text in it is text: binary data has zeros too.
    private static func plausible(_ encoding: TextEncoding, _ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        let text = DecodedSample(bytes, encoding)
        let odd = text.scalars.count { scalar in
            switch scalar.properties.generalCategory {
            case .control: !(0x09...0x0D).contains(scalar.value)
            case .unassigned, .privateUse, .surrogate: true
            default: false
            }
        }
        return (odd + text.invalidCount) * 20 <= text.scalars.count ? encoding : nil
    }
}
