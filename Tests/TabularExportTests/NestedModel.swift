import SeededRandom
import Tabular
import TestSources

/// A JSON value.
indirect enum JSONModel: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case list([JSONModel])
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONModel

        init(_ name: String, _ value: JSONModel) { (self.name, self.value) = (name, value) }
    }

    /// Its text, with spaces and escapes at random.
    func text(_ random: inout SplitMix64) -> String {
        func space(_ random: inout SplitMix64) -> String {
            ["", "", " ", "\n ", "\t", "\r\n"].randomElement(using: &random) ?? ""
        }
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .string(let text):
            let characters = text.utf16.map { unit -> String in
                let isPlain = (0x20..<0x7F).contains(unit) && unit != 0x22 && unit != 0x5C
                if isPlain && !random.oneIn(8) { return String(decoding: [unit], as: UTF16.self) }
                let digits = String(unit, radix: 16, uppercase: random.oneIn(2))
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            return "\"" + characters.joined() + "\""
        case .list(let values):
            let texts = values.map { space(&random) + $0.text(&random) + space(&random) }
            return "[" + (texts.isEmpty ? space(&random) : texts.joined(separator: ",")) + "]"
        case .object(let members):
            let texts = members.map { member in
                space(&random) + JSONModel.string(member.name).text(&random) + space(&random) + ":" + space(&random)
                    + member.value.text(&random) + space(&random)
            }
            return "{" + (texts.isEmpty ? space(&random) : texts.joined(separator: ",")) + "}"
        }
    }

    /// A notation that another program can make of what it reads: strings in hexadecimal digits, numbers as they are written.
    var notation: String {
        func digits(_ text: String) -> String {
            text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .string(let text): return "'" + digits(text)
        case .list(let values): return "[" + values.map(\.notation).joined(separator: ",") + "]"
        case .object(let members):
            return "{" + members.map { digits($0.name) + ":" + $0.value.notation }.joined(separator: ",") + "}"
        }
    }

    static func random(_ random: inout SplitMix64, depth: Int = 0) -> JSONModel {
        switch Int.random(in: 0...(depth < 3 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .boolean(random.oneIn(2))
        case 2, 3: return .number(NestedTable.numbers.randomElement(using: &random) ?? "0")
        case 4, 5: return .string(NestedTable.texts.randomElement(using: &random) ?? "")
        case 6:
            return .list(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.random(&random, depth: depth + 1) })
        default:
            let names = NestedTable.names.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            return .object(names.map { Member($0, Self.random(&random, depth: depth + 1)) })
        }
    }
}

/// A table of nested columns, made at random, with the JSON values that its records are.
struct NestedTable {
    static let names = ["a", "b", "c", "x.y", "say \"no\"", "", "é", "e\u{301}x", "a_2", "\\\n", "value"]
    static let texts = ["", "kettle", "NaN", "x,\"y\"\n", "\u{0}\u{1F}\u{7F}", "é東🙂", "\\u0041", "1.10", "null", " "]
    static let numbers = [
        "0", "-0", "1.10", "1E400", "12345678901234567890123", "0.1000000000000000055511151231257827", "1e+300",
        "5e-324", "100E-0", "-7", String(repeating: "9", count: 100),
    ]
    /// Numbers that JSON has not.
    static let otherNumbers = ["NaN", "Infinity", "-Infinity", "0x1F", "+1", ".5", "1.", "01", "1e", "--1", "١"]
    static let brokenTexts = ["{", "[1,]", "{\"a\"}", "tru", "'x'", "[1] 2", "{a:1}", "\"\u{1}\""]

    struct Value: Sendable {
        var cell: TestCell
        /// Nil where the record lacks it.
        var json: JSONModel?

        static let missing = Value(cell: .missing)
    }

    private(set) var paths: [[String]]
    private(set) var records: [[Value]] = []
    let hasBareRecords: Bool

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var paths: [[String]] = []
        hasBareRecords = random.oneIn(4)
        // Few names, so that many columns have the path of a group.
        let names = Self.names.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
        for _ in 0..<Int.random(in: 1...14, using: &random) {
            let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random) ?? ""
            }
            if !paths.contains(path) { paths.append(path) }
        }
        if hasBareRecords { paths.insert([], at: Int.random(in: 0...paths.count, using: &random)) }
        self.paths = paths
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            // Records with few values, so that groups are empty, and with many.
            let share = Int.random(in: 1...4, using: &random)
            var record = paths.map { _ in random.oneIn(share) ? Self.value(&random) : .missing }
            for column in paths.indices where !record[column].isMissing && random.oneIn(2) {
                if let object = object(around: column, in: record, &random) { record[column] = object }
            }
            records.append(record)
        }
    }

    var columns: [Column] {
        paths.map { path in
            var column = Column(name: path.last ?? "value", type: .mixed)
            (column.path, column.groups) = (path, Array(path.dropLast()))
            return column
        }
    }

    func source(isSingly: Bool) -> TypedSource {
        // A record need not say that it lacks the last ones.
        let cells = records.map { record in
            let count = (record.lastIndex { !$0.isMissing } ?? -1) + 1
            return record.prefix(record.count % 2 == 0 ? count : record.count).map(\.cell)
        }
        return TypedSource(columns, cells, hasBareRecords: hasBareRecords, isSingly: isSingly)
    }

    private static func value(_ random: inout SplitMix64) -> Value {
        switch Int.random(in: 0...9, using: &random) {
        case 0: return Value(cell: .null, json: .null)
        case 1:
            let isTrue = random.oneIn(2)
            return Value(cell: TestCell(isTrue ? "true" : "false", .boolean), json: .boolean(isTrue))
        case 2, 3:
            let text = numbers.randomElement(using: &random) ?? ""
            return Value(cell: TestCell(text, .number), json: .number(text))
        case 4:
            let text = otherNumbers.randomElement(using: &random) ?? ""
            return Value(cell: TestCell(text, .number), json: .string(text))
        case 5:
            let text = brokenTexts.randomElement(using: &random) ?? ""
            return Value(cell: TestCell(text, .json), json: .string(text))
        case 6, 7: return nested(.random(&random), &random)
        default:
            let text = texts.randomElement(using: &random) ?? ""
            return Value(cell: TestCell(text, random.oneIn(5) ? .date : .text), json: .string(text))
        }
    }

    private static func nested(_ model: JSONModel, _ random: inout SplitMix64) -> Value {
        Value(cell: TestCell(model.text(&random), .json), json: model)
    }

    /// An object with some of the members that have columns of their own, and with others.
    private func object(around column: Int, in record: [Value], _ random: inout SplitMix64) -> Value? {
        var members: [JSONModel.Member] = []
        let isWhole = random.oneIn(2)
        for (other, path) in paths.enumerated() where path.dropLast() == paths[column][...] && !path.isEmpty {
            guard let json = record[other].json, let name = path.last, isWhole || random.oneIn(2) else { continue }
            members.append(.init(name, json))
        }
        members.append(.init("rest", .random(&random)))
        return Self.nested(.object(members.shuffled(using: &random)), &random)
    }

    // MARK: - The objects, slow and obvious

    /// The records as JSON values, of `chosen` columns in their order.
    func models(_ chosen: [Int]) -> [JSONModel] {
        records.map { record in
            let values = chosen.map { record[$0].json }
            let chosen = chosen.map { paths[$0] }
            let members = Self.members(of: [], chosen, values)
            let other = Self.free("value", [], chosen, isRecord: true)
            guard hasBareRecords, let place = chosen.firstIndex(of: []), let value = values[place] else {
                return .object(members)
            }
            if members.isEmpty { return value }
            return Self.joined(value, members) ?? .object(members + [.init(other, value)])
        }
    }

    private static func members(
        of prefix: [String], _ paths: [[String]], _ values: [JSONModel?]
    ) -> [JSONModel.Member] {
        names(in: prefix, paths).flatMap { name -> [JSONModel.Member] in
            let path = prefix + [name]
            let value = paths.firstIndex(of: path).flatMap { values[$0] }
            let inner = members(of: path, paths, values)
            guard let value else { return inner.isEmpty ? [] : [.init(name, .object(inner))] }
            if inner.isEmpty { return [.init(name, value)] }
            if let joined = joined(value, inner) { return [.init(name, joined)] }
            return [.init(name, value), .init(free(name, prefix, paths), .object(inner))]
        }
    }

    /// The names of the members of an object, in the order of their first columns.
    private static func names(in prefix: [String], _ paths: [[String]]) -> [String] {
        var names: [String] = []
        for path in paths where path.count > prefix.count && path.starts(with: prefix) {
            if !names.contains(path[prefix.count]) { names.append(path[prefix.count]) }
        }
        return names
    }

    private static func free(
        _ name: String, _ prefix: [String], _ paths: [[String]], isRecord: Bool = false
    ) -> String {
        var names = names(in: prefix, paths)
        if isRecord, !names.contains(name) { return name }
        // The record has its name first.
        if !isRecord, prefix.isEmpty, name == "value", paths.contains([]) {
            names.append(free(name, prefix, paths, isRecord: true))
        }
        return (2...).lazy.map { "\(name)_\($0)" }.first { !names.contains($0) } ?? ""
    }

    /// One object of `value` and `members`, where it is one and has no other member of the same name.
    private static func joined(_ value: JSONModel, _ members: [JSONModel.Member]) -> JSONModel? {
        guard case .object(let all) = value else { return nil }
        let names = all.map(\.name)
        if members.allSatisfy({ member in all.contains { $0 == member } }) { return value }
        if members.contains(where: { member in names.contains(member.name) && !all.contains(member) }) { return nil }
        return .object(members + all.filter { old in !members.contains { $0.name == old.name } })
    }
}

extension NestedTable.Value {
    var isMissing: Bool { cell.state == .missing }
}
