import BenchmarkKit

/// A generated table of orders on disk.
struct OrderFile {
    static let seed: UInt64 = 20_240_229

    let path: String
    let bytes: Int
    /// Records without the header, by the id of the last one.
    let recordCount: Int

    /// The file of at least `bytes` bytes and less than a record more, made when it is not there.
    init(bytes: Int) throws {
        var generator = OrderGenerator(seed: Self.seed)
        path = try GeneratedFile.path(
            "orders-v\(OrderGenerator.version)-seed\(Self.seed)-\(bytes).csv", bytes: bytes,
            begin: { OrderGenerator.appendHeader(to: &$0) }, append: { generator.appendRecord(to: &$0) })
        self.bytes = try GeneratedFile.size(of: path)
        recordCount = try Self.lastID(in: path)
    }

    /// The number that the last line with a date behind it begins with: a line break in a quoted note begins no record.
    private static func lastID(in path: String) throws -> Int {
        for line in try GeneratedFile.lastLines(of: path).reversed() {
            let fields = line.split(separator: ",", maxSplits: 2)
            if fields.count == 3, fields[1].utf8.count == 10, let id = Int(fields[0]) { return id }
        }
        throw WrongAnswer(reason: "\(path) does not end with a record. Delete it, so that it is made anew.")
    }
}

/// A generated JSON text of orders on disk.
struct JSONFile {
    let path: String
    let bytes: Int
    let recordCount: Int

    /// The file of at least `bytes` bytes, made when it is not there.
    init(_ form: JSONGenerator.Form, bytes: Int) throws {
        var generator = JSONGenerator(form, seed: OrderFile.seed)
        path = try GeneratedFile.path(
            "orders-v\(JSONGenerator.version)-\(bytes).\(form.rawValue)", bytes: bytes,
            begin: { JSONGenerator(form, seed: 0).appendBeginning(to: &$0) },
            append: { generator.appendRecord(to: &$0) }, end: { JSONGenerator(form, seed: 0).appendEnd(to: &$0) })
        self.bytes = try GeneratedFile.size(of: path)
        let last = try GeneratedFile.lastLines(of: path).last { $0.contains("\"id\":") }
        guard let digits = last?.split(separator: "\"id\":").last?.prefix(while: \.isNumber), let id = Int(digits)
        else {
            throw WrongAnswer(reason: "\(path) does not end with a record. Delete it, so that it is made anew.")
        }
        recordCount = id
    }
}

/// A generated table of quotes of a kind on disk, without a header.
struct QuotingFile {
    let path: String
    let bytes: Int
    let recordCount: Int

    /// The file of at least `bytes` bytes and less than a record more, made when it is not there.
    init(_ kind: QuotingGenerator.Kind, bytes: Int) throws {
        var generator = QuotingGenerator(kind, seed: OrderFile.seed)
        path = try GeneratedFile.path(
            "quotes-v\(QuotingGenerator.version)-\(kind.rawValue)-\(bytes).csv", bytes: bytes,
            append: { generator.appendRecord(to: &$0) })
        self.bytes = try GeneratedFile.size(of: path)
        guard let last = try GeneratedFile.lastLines(of: path).last?.split(separator: ",").last, let id = Int(last)
        else {
            throw WrongAnswer(reason: "\(path) does not end with a record. Delete it, so that it is made anew.")
        }
        recordCount = id
    }
}
