import Tabular
import TestStores

@testable import TabularText

/// With any bytes in the place of a remembered index a source is as without one. A cache whose own hash was made to fit may
/// say anything, but ends nothing.
@Sendable func checkCache(_ choices: inout Choices) {
    let headerRows = choices.number(below: 2)
    var edits = choices
    let isFitting = choices.flag()
    let (text, folder) = (choices.rest, TestCache())
    let truth = opened(text, folder, headerRows: headerRows)
    guard let name = folder.names.first else { return }
    var kept = bytes(of: folder.path(name))
    let original = kept
    kept.edit(by: &edits)
    if isFitting { kept.makeHashFit() }
    folder.write(kept, to: name)
    let again = opened(text, folder, headerRows: headerRows)
    precondition(again == truth || isFitting && kept != original, "\(again), not \(truth)")
}

/// The description of a table.
private struct Opened: Equatable {
    var rows: RowCount
    var columns: [Column]
    var lines: [String]
    var problems: [String]
}

private func opened(_ text: [UInt8], _ folder: TestCache, headerRows: Int) -> Opened {
    let store = KeptStore(text)
    var tuning = smallBlocks
    tuning.cache = folder.cache
    let source = TextSource(name: "fuzz.csv", options: .plain(headerRows: headerRows), tuning: tuning) {
        () throws(ReadError) in store
    }
    defer { source.close() }
    let snapshot = source.waitUntilComplete()
    let rows = max(0, snapshot.rowCount.known - 3)..<snapshot.rowCount.known
    // Columns that were found alone: a false index may tell of a hundred thousand.
    let columns = min(3, snapshot.columns.count)
    return Opened(
        rows: snapshot.rowCount, columns: snapshot.columns,
        lines: snapshot.phase == .complete ? source.lines(rows, columns: columns) : [], problems: snapshot.problemLines)
}
