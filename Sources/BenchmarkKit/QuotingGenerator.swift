import SeededRandom

/// Makes records of ten short fields, of which as many are quoted, or have a quote where none belongs, as is wanted: what
/// a reader of records is fast or slow at.
///
///     12,copper kettle,"oak, lamp",wool bowl,…,12
///
/// The first and the last field are the number of the record from 1; a quoted field may hold a delimiter, a line break or
/// a doubled quote.
public struct QuotingGenerator {
    public enum Kind: String, Sendable, CaseIterable {
        case none
        /// Two fields in a hundred are quoted.
        case few
        /// Twenty fields in a hundred are quoted.
        case many
        /// One record in a thousand has a quote inside an unquoted field.
        case stray
        /// An unquoted field has a quote in it about every 20 bytes.
        case dense
    }

    /// Goes up with every change of what comes out.
    public static let version = 1

    private let kind: Kind
    private var random: SplitMix64
    public private(set) var recordCount = 0

    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        random = SplitMix64(seed: seed)
    }

    /// Appends the next record: at most `ByteWriter.margin` bytes.
    public mutating func appendRecord(to text: inout ByteWriter) {
        recordCount += 1
        text.append(recordCount)
        text.append(UInt8(ascii: ","))
        let strayField = kind == .stray && recordCount % 1000 == 500 ? 1 + recordCount / 1000 % 8 : 0
        for field in 1...8 { append(random.next(), hasStray: field == strayField, to: &text) }
        text.append(recordCount)
        text.append(UInt8(ascii: "\n"))
    }

    private func append(_ bits: UInt64, hasStray: Bool, to text: inout ByteWriter) {
        let chance = (bits >> 32) % 80
        let isQuoted = kind == .few && chance < 2 || kind == .many && chance < 20
        if isQuoted {
            text.append(UInt8(ascii: "\""))
            text.append(Words.materials, at: bits, before: Self.inQuotes[Int(bits >> 16 & 7)])
            text.append(Words.things, at: bits >> 8, before: "\",")
        } else if hasStray || kind == .dense {
            text.append(Words.materials, at: bits, before: "\"")
            text.append(Words.things, at: bits >> 8, before: ",")
        } else {
            text.append(Words.materials, at: bits, before: " ")
            text.append(Words.things, at: bits >> 8, before: ",")
        }
    }

    private static let inQuotes: [StaticString] = [", ", ", ", " ", " ", " and ", "\n", " \"\"", ", "]
}
