import Tabular
import TabularEncodings

/// The readings that were compared to detect the dialect of a text table, to explain the choice.
public struct DetectionReport: Sendable, Hashable {
    /// A reading of the first lines, and its costs.
    public struct Reading: Sendable, Hashable {
        /// Without terminator and header rows.
        public let dialect: Dialect
        /// The fields of most records.
        public let columns: Int
        public let records: Int
        public let skippedLines: Int
        /// Records that do not have the usual number of fields.
        public let raggedRecords: Int
        /// Records with misplaced quotes.
        public let oddRecords: Int
        /// The share of the cells that are in columns of one type, 0 to 1.
        public let typedShare: Double
        /// The costs, in records, by their reason.
        public let costs: [Part: Double]
        /// The sum of the costs: the lowest wins. In the order of the parts, since the last digit of a sum depends on it.
        public var total: Double { Part.allCases.reduce(0) { $0 + costs[$1, default: 0] } }
    }

    /// A reason why a reading costs something.
    public enum Part: String, CaseIterable, Sendable, Hashable {
        case skipped, ragged, odd, undivided, untyped, unusual
    }

    /// An encoding that the bytes may be in, and its cost in bits.
    public struct EncodingReading: Sendable, Hashable {
        public let name: String
        public let bits: Double
    }

    /// The cheapest first; empty where everything is chosen.
    public let readings: [Reading]
    /// The columns that vote for a header less those against one; nil where header rows are chosen.
    public let headerBalance: Int?
    /// The cheapest first; empty where the encoding is chosen, marked or UTF-8.
    public let encodings: [EncodingReading]

    /// The most readings that are listed.
    static let listed = 12

    init(_ table: SampleTable, _ encoding: EncodingFinding, _ options: TextOptions) {
        readings = table.candidates.prefix(Self.listed).map { Reading($0) }
        headerBalance = options.headerRows == nil ? table.headerBalance : nil
        encodings = encoding.candidates.prefix(Self.listed).map { EncodingReading(name: $0.name, bits: $0.cost) }
    }

    /// The reason for which the second reading costs most more than the first; nil where there is one reading.
    public var decisivePart: Part? {
        guard readings.count > 1 else { return nil }
        let (first, second) = (readings[0].costs, readings[1].costs)
        return Part.allCases.max {
            second[$0, default: 0] - first[$0, default: 0] < second[$1, default: 0] - first[$1, default: 0]
        }
    }
}

extension DetectionReport.Reading {
    init(_ candidate: Candidate) {
        let cost = candidate.cost
        dialect = candidate.dialect
        (columns, records) = (cost.width, cost.recordCount)
        (skippedLines, raggedRecords, oddRecords) = (
            candidate.dialect.skippedLines, cost.raggedRecords, cost.oddRecords
        )
        typedShare = cost.typedShare
        costs = [
            .skipped: cost.skipped, .ragged: cost.ragged, .odd: cost.odd, .undivided: cost.undivided,
            .untyped: cost.untyped, .unusual: cost.unusual,
        ]
    }
}
