import SeededRandom

/// Makes the records of a table of orders from a seed: ids, dates, words, decimals, and about two quoted fields in a
/// hundred, of which some hold delimiters, doubled quotes and line breaks.
///
///     id,ordered,customer,country,item,quantity,price,total,paid,note
///     1,2019-03-07,Maren Okafor,Kenya,copper kettle,3,19.95,59.85,true,"leave with Ines, please"
///
/// The id is the number of the record from 1, so a table's last record tells how many there are.
public struct OrderGenerator {
    /// Goes up with every change of what comes out, so that files of another version are not taken for this one's.
    public static let version = 1
    public static let columnNames = [
        "id", "ordered", "customer", "country", "item", "quantity", "price", "total", "paid", "note",
    ]

    private var random: SplitMix64
    public private(set) var recordCount = 0

    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The line that names the columns.
    public static func appendHeader(to text: inout ByteWriter) {
        for (index, name) in columnNames.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            for byte in name.utf8 { text.append(byte) }
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// Appends the next record: at most `ByteWriter.margin` bytes.
    public mutating func appendRecord(to text: inout ByteWriter) {
        let (bits, more) = (random.next(), random.next())
        recordCount += 1
        text.append(recordCount)
        text.append(UInt8(ascii: ","))
        appendDate(Int(bits & 0xFFFF), to: &text)
        text.append(Words.firstNames, at: bits >> 16, before: " ")
        text.append(Words.lastNames, at: bits >> 24, before: ",")
        text.append(Words.countries, at: bits >> 32, before: ",")
        text.append(Words.materials, at: bits >> 40, before: " ")
        text.append(Words.things, at: bits >> 48, before: ",")
        let quantity = 1 + Int(more & 0x0F)
        let cents = 99 + Int(more >> 4 & 0x3FFF)
        text.append(quantity)
        text.append(UInt8(ascii: ","))
        appendAmount(cents, to: &text)
        appendAmount(cents * quantity, to: &text)
        text.append(Words.answers, at: more >> 20, before: ",")
        appendNote(more >> 24, to: &text)
        text.append(UInt8(ascii: "\n"))
    }

    private func appendDate(_ number: Int, to text: inout ByteWriter) {
        text.append(2015 + number % 10)
        text.append(UInt8(ascii: "-"))
        text.appendTwoDigits(1 + number / 10 % 12)
        text.append(UInt8(ascii: "-"))
        text.appendTwoDigits(1 + number / 120 % 28)
        text.append(UInt8(ascii: ","))
    }

    private func appendAmount(_ cents: Int, to text: inout ByteWriter) {
        text.append(cents / 100)
        text.append(UInt8(ascii: "."))
        text.appendTwoDigits(cents % 100)
        text.append(UInt8(ascii: ","))
    }

    /// One in five notes is quoted, and there are ten columns.
    private func appendNote(_ bits: UInt64, to text: inout ByteWriter) {
        switch bits % 20 {
        case 0...1: text.append(Words.quotedNotes, at: bits >> 8, before: "")
        case 2...3:
            text.append("\"")
            text.append(Words.materials, at: bits >> 8, before: ", ")
            text.append(Words.things, at: bits >> 16, before: "\"")
        case 4...9: break
        default: text.append(Words.notes, at: bits >> 8, before: "")
        }
    }
}
