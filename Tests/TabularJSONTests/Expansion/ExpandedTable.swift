import SeededRandom
import Tabular
import TestSources

@testable import TabularJSON

/// The expansion of columns by the tree of each value, cell by cell: the referee of `ExpandedSource`.
struct SlowExpansion {
    /// Of each row, the members by their full names.
    private(set) var rows: [[String: TestCell]]
    /// The full names of all members.
    private(set) var names: Set<String> = []
    /// The states of rows whose parent cannot be read, by the expanded column.
    private var unreadable: [String: Set<Int>] = [:]
    private var members: [String: Set<String>] = [:]

    /// Expands the columns `expansions` of `records`, in order.
    init(_ columns: [String], _ records: [[TestCell]], _ expansions: [String], form: RecordRequest.Form = .value) {
        rows = records.map { _ in [:] }
        for name in expansions {
            for row in records.indices {
                let column = columns.firstIndex(of: name)
                var cell = TestCell.missing
                if let column { cell = column < records[row].count ? records[row][column] : .missing }
                if column == nil { cell = rows[row][name] ?? .missing }
                if cell.state == .unreadable { unreadable[name, default: []].insert(row) }
                guard cell.state == .value, let found = Self.members(cell.bytes, form) else { continue }
                for (path, cell) in found {
                    let member = name + "." + ColumnPath.text(of: [path])
                    rows[row][member] = cell
                    members[name, default: []].insert(member)
                    names.insert(member)
                }
            }
            for row in unreadable[name] ?? [] {
                for member in members[name] ?? [] { rows[row][member] = .unreadable }
            }
        }
    }

    func cell(_ row: Int, _ name: String) -> TestCell { rows[row][name] ?? .missing }

    private static func members(_ text: [UInt8], _ form: RecordRequest.Form) -> [String: TestCell]? {
        guard text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B else { return nil }
        let json = SlowJSON(text)
        guard json.fault == nil else { return nil }
        // Readers of rows forgive one separator behind a row.
        let rest = String(decoding: text[json.end...], as: UTF8.self)
        var behind = SlowJSON(Array("[\(rest)0]".utf8))
        if behind.fault != nil {
            guard let separator = rest.firstIndex(where: { $0 == "," || $0 == "\u{1E}" }) else { return nil }
            behind = SlowJSON(Array(("[" + rest[..<separator] + rest[rest.index(after: separator)...] + "0]").utf8))
        }
        guard behind.fault == nil, behind.nodes.count == 2 else { return nil }
        var members: [String: TestCell] = [:]
        for child in json.nodes[0].children {
            guard let name = json.nodes[child].name else { continue }
            // Names that differ in halves of surrogate pairs are two.
            let text = json.text(name) { Array("\\u\(String($0, radix: 16))".utf8) }
            members[String(decoding: text, as: UTF8.self)] = cell(json, child, form)
        }
        return members
    }

    private static func cell(_ json: SlowJSON, _ node: Int, _ form: RecordRequest.Form) -> TestCell {
        let range = json.nodes[node].text
        let raw = Array(json.bytes[range])
        switch json.nodes[node].kind {
        case .literal("null"): return .null
        case .literal: return TestCell(raw, .value, .boolean)
        case .number: return TestCell(raw, .value, .number)
        case .string: return TestCell(json.text(range))
        case .array, .object:
            guard form == .shown else { return TestCell(raw, .value, .json) }
            var compact: [UInt8] = []
            raw.withUnsafeBufferPointer { _ = NestedText.compact($0, into: &compact) }
            return TestCell(compact, .value, .json)
        }
    }
}

/// A random table with objects in two columns, and everything else that may stand there.
struct RandomObjects {
    static let names = ["id", "payload", "note", "extra"]
    let columns: [Column]
    private(set) var records: [[TestCell]] = []

    init(seed: UInt64, rows: Int) {
        columns = Self.names.map { Column(name: $0, type: .text) }
        var json = RandomJSON(seed: seed)
        for row in 0..<rows {
            var record = [TestCell("\(row)", .number), Self.value(&json), TestCell(json.string()), Self.value(&json)]
            if json.random.oneIn(12) { record.removeLast(json.random.int(1...3)) }
            records.append(record)
        }
    }

    private static func value(_ json: inout RandomJSON) -> TestCell {
        switch json.random.int(0...15) {
        case 0: return .null
        case 1: return .missing
        case 2: return .unreadable
        case 3: return TestCell(json.value())
        case 4: return TestCell(json.broken(Array(json.object().utf8)))
        case 5: return TestCell(" \n\t" + json.object() + " ")
        // Strings of members that are objects.
        case 6: return TestCell(#"{"b": "{\"x\": 1, \"z\": [1, 2]}", "b2": 1.50}"#)
        case 7: return TestCell(#"{"b": {"x": {"deep": null}, "x.y": "é", "": true}}"#)
        case 8: return TestCell(#"{"m\#(json.random.int(0...9))": 1, "a": 1, "a": [ 2 ]}"#)
        default: return TestCell(json.object())
        }
    }
}

/// Reads everything in small steps.
func smallSteps() -> ExpansionTuning {
    var tuning = ExpansionTuning()
    (tuning.sample, tuning.step, tuning.publication) = ((7, 1 << 20), (13, 300), 1_000)
    return tuning
}
