import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores

@testable import TabularExport
@testable import TabularJSON

/// Small blocks and several threads read what large blocks and one thread read. An export is JSON, one value a row, and has
/// the same values when it is read and exported again. An array that follows the standard is exported as it stands.
@Sendable func checkJSON(_ choices: inout Choices) {
    let options = JSONOptions(depth: choices.number(below: 9))
    let name = choices.pick(["t.json", "t.ndjson", "t"])
    var small = JSONTuning()
    (small.block, small.interval, small.segment, small.auditPart) = (64, 48, 192, 96)
    small.threads = choices.number(below: 3) + 1
    let chunk = choices.number(below: 64) + 1
    let text = choices.rest
    let whole = opened(MemoryStore(text), name, options, JSONTuning(threads: 1))
    let source = opened(MemoryStore(text, piece: chunk), name, options, small)
    guard let whole, let source else {
        check(whole == nil && source == nil, "blocks decide whether it is JSON")
        return
    }
    defer {
        whole.close()
        source.close()
    }
    let (expected, found) = (whole.waitUntilComplete(), source.waitUntilComplete())
    check(found.columns == expected.columns, "columns differ: \(found.columns), not \(expected.columns)")
    check(found.rowCount == expected.rowCount, "\(found.rowCount) rows, not \(expected.rowCount)")
    check(found.problems.counts == expected.problems.counts, "\(found.problems), not \(expected.problems)")
    checkTiles(of: source, found)

    guard !expected.phase.isFailed else { return }
    let written = exported(source)
    check(written == exported(whole), "exports differ")
    let values = written.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { normalForm($0) }
    check(values.count == found.rowCount.known, "\(values.count) lines for \(found.rowCount)")
    check(!values.contains(nil), "a line is no JSON: \(String(decoding: written, as: UTF8.self))")
    if let again = opened(MemoryStore(written), "t.ndjson", options, JSONTuning()) {
        again.waitUntilComplete()
        let twice = exported(again).split(separator: 0x0A).map { normalForm($0) }
        check(twice == values, "the export is read otherwise: \(String(decoding: written, as: UTF8.self))")
        again.close()
    }
    let json = SlowJSON(text)
    if name != "t.ndjson", json.isStrict, json.nodes[0].kind == .array, String(validating: text, as: UTF8.self) != nil,
        found.problems.counts[.duplicateKey] ?? 0 == 0
    {
        check(json.nodes[0].children.map { normalForm(json, $0) } == values, "values have changed")
    }
}

/// Ends the program with a message, which an optimised precondition does not print, where `condition` does not hold.
private func check(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition {
        let line = Array((message() + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
        abort()
    }
}

private func opened(
    _ store: MemoryStore, _ name: String, _ options: JSONOptions, _ tuning: JSONTuning
) -> JSONSource? {
    let content = SourceContent(store: store, innerName: name)
    let document = try? JSONDocument(content, name: name, options, tuning)
    return document?.table(TableID(0)) as? JSONSource
}

/// Cells that are shown are the texts that are streamed to be shown.
private func checkTiles(of source: JSONSource, _ snapshot: TableSnapshot) {
    let (count, columns) = (snapshot.rowCount.known, min(3, snapshot.columns.count))
    let rows = max(0, count - 3)..<count
    guard !rows.isEmpty, columns > 0 else { return }
    var lister = ValueLister()
    let request = RecordRequest.columns(Array(0..<columns), form: .shown)
    guard (try? source.streamRecords(rows, of: request, into: &lister)) != nil else { return }
    source.want([CellRange(rows: rows, columns: 0..<columns)])
    let shown = source.wait { snapshot in
        snapshot.phase.isFailed || rows.allSatisfy { snapshot.cells.block(row: $0, column: columns - 1) != nil }
    }
    for (row, values) in zip(rows, lister.rows) {
        guard let block = shown.cells.block(row: row, column: 0) else { continue }
        for (column, value) in values.enumerated() where !block.info(row: row, column: column).isCut {
            let text = block.text(row: row, column: column)
            check(text == String(decoding: value, as: UTF8.self), "row \(row) is shown as \(text)")
        }
    }
}

private func exported(_ source: JSONSource) -> [UInt8] {
    guard let output = MemoryFile() else { return [] }
    do {
        try TableExport(source, format: .ndjson).write(to: output.descriptor)
    } catch {
        check(false, "the export failed: \(error)")
    }
    return contents(of: output)
}

/// The value of a text, written so that the same values have the same text; nil where it is not JSON by the standard.
private func normalForm(_ text: some Collection<UInt8>) -> String? {
    let json = SlowJSON(Array(text))
    return json.isStrict ? normalForm(json, 0) : nil
}

private func normalForm(_ json: SlowJSON, _ node: Int) -> String {
    let (node, text) = (json.nodes[node], json.bytes[json.nodes[node].text])
    switch node.kind {
    case .array: return "[" + node.children.map { normalForm(json, $0) }.joined(separator: ",") + "]"
    case .object:
        var members: [[UInt8]: String] = [:]
        for child in node.children {
            // Of a name that stands there twice the last value counts.
            members[json.nodes[child].name.map { json.text($0) } ?? []] = normalForm(json, child)
        }
        let sorted = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return "{" + sorted.map { "\($0.key):\($0.value)" }.joined(separator: ",") + "}"
    case .string: return "\(json.text(node.text))"
    case .number, .literal: return String(decoding: text, as: UTF8.self)
    }
}
