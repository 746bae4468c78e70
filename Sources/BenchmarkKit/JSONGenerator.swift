import SeededRandom

/// Makes the records of a JSON text of orders from a seed: numbers, dates, words, a nested object and an array.
///
///     {"id":1,"ordered":"2019-03-07","customer":{"name":"Maren Okafor","country":"Kenya"},"item":"copper kettle",
///     "quantity":3,"price":19.95,"paid":true,"tags":["late","gift"]}
///
/// The id is the number of the record from 1.
public struct JSONGenerator {
    /// The forms of the text around the records.
    public enum Form: String, CaseIterable, Sendable {
        /// One record a line.
        case lines = "ndjson"
        case array = "json"
        /// The records are the properties of features.
        case features = "geojson"
    }

    /// Goes up with every change of the records, so that files of another version are not taken for this one's.
    public static let version = 1
    /// The full names of the columns of lines and arrays, and DuckDB's names for them.
    public static let columnNames = [
        "id", "ordered", "customer.name", "customer.country", "item", "quantity", "price", "paid", "tags",
    ]

    public let form: Form
    private var random: SplitMix64
    public private(set) var recordCount = 0

    public init(_ form: Form, seed: UInt64) { (self.form, random) = (form, SplitMix64(seed: seed)) }

    /// Appends the text before the records.
    public func appendBeginning(to text: inout ByteWriter) {
        switch form {
        case .lines: break
        case .array: text.append("[\n")
        case .features: text.append("{\"type\":\"FeatureCollection\",\"features\":[\n")
        }
    }

    /// Appends the text behind the records.
    public func appendEnd(to text: inout ByteWriter) {
        switch form {
        case .lines: break
        case .array: text.append("\n]\n")
        case .features: text.append("\n]}\n")
        }
    }

    /// Appends the next record: at most `ByteWriter.margin` bytes.
    public mutating func appendRecord(to text: inout ByteWriter) {
        if recordCount > 0, form != .lines { text.append(",\n") }
        recordCount += 1
        let (bits, more) = (random.next(), random.next())
        if form == .features {
            text.append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
            appendDecimal(Int(more >> 40 & 0x3FFF), to: &text)
            text.append(",")
            appendDecimal(Int(more >> 54), to: &text)
            text.append("]},\"properties\":")
        }
        appendOrder(bits, more, to: &text)
        if form == .features { text.append("}") }
        if form == .lines { text.append("\n") }
    }

    private func appendOrder(_ bits: UInt64, _ more: UInt64, to text: inout ByteWriter) {
        text.append("{\"id\":")
        text.append(recordCount)
        text.append(",\"ordered\":\"")
        text.append(2015 + Int(bits & 0x7))
        text.append("-")
        text.appendTwoDigits(1 + Int(bits >> 3 & 0xFF) % 12)
        text.append("-")
        text.appendTwoDigits(1 + Int(bits >> 11 & 0x1F) % 28)
        text.append("\",\"customer\":{\"name\":\"")
        text.append(Words.firstNames, at: bits >> 16, before: " ")
        text.append(Words.lastNames, at: bits >> 24, before: "\",\"country\":\"")
        text.append(Words.countries, at: bits >> 32, before: "\"},\"item\":\"")
        text.append(Words.materials, at: bits >> 40, before: " ")
        text.append(Words.things, at: bits >> 48, before: "\",\"quantity\":")
        text.append(1 + Int(more & 0x0F))
        text.append(",\"price\":")
        appendDecimal(99 + Int(more >> 4 & 0x3FFF), to: &text)
        text.append(",\"paid\":")
        text.append(Words.answers, at: more >> 20, before: ",\"tags\":[\"")
        text.append(Words.materials, at: more >> 24, before: "\",\"")
        text.append(Words.things, at: more >> 32, before: "\"]}")
    }

    private func appendDecimal(_ hundredths: Int, to text: inout ByteWriter) {
        text.append(hundredths / 100)
        text.append(".")
        text.appendTwoDigits(hundredths % 100)
    }
}
