import Geometry
import GridUI
import Tabular
import TabularOps

/// A table of the given records, all of them in memory, that can be streamed as a file can.
final class ListSource: RecordStreaming {
    let snapshot: TableSnapshot
    private let rows: [[[UInt8]?]]

    init(_ names: [String], types: [ColumnType]? = nil, _ rows: [[String?]]) {
        self.rows = rows.map { $0.map { $0.map { Array($0.utf8) } } }
        snapshot = table(names, types: types, rows)
    }

    /// Values that need not be valid text.
    init(_ names: [String], bytes rows: [[[UInt8]?]]) {
        self.rows = rows
        snapshot = table(names, rows.map { $0.map { $0.map { String(decoding: $0, as: UTF8.self) } } })
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) {}

    func streamRecords(_ range: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for row in rows[range.clamped(to: 0..<rows.count)] {
            for case let value? in row {
                value.withUnsafeBufferPointer { sink.append($0) }
                sink.endValue(.value)
            }
            sink.endRecord()
        }
    }

    /// The rows in groups, made while the caller waits.
    func grouped(_ columns: RowGrouping) -> GroupedRows? {
        let job = BackgroundJob<GroupedRows>(
            source: self, group: columns.group, weight: columns.weight, onChange: {},
            make: { GroupedRows($0, of: columns) })
        guard case .done(let groups) = job.wait() else { return nil }
        return groups
    }

    /// A model that shows the table in a view.
    func model(_ choice: ViewChoice = ViewChoice(), size: Size, direction: LayoutDirection = .leftToRight) -> GridModel
    {
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: size, scaleFactor: 1)
        model.setDirection(direction)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        model.show(choice, groups: choice.grouping().flatMap(grouped))
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        return model
    }

    /// A week of entries: what the timeline is for.
    static let week = ListSource(
        ["Day", "Task", "Hours"], types: [.text, .text, .decimal],
        [
            ["Mon", "plan", "1"], ["Tue", "draw", "4"], ["Mon", "call", "3"], ["Tue", "rest", "x"],
            ["Wed", "file", "2"],
        ])

    /// The views of `week`, each with what it asks for.
    static let weekViews = [
        ViewChoice("sheet"), ViewChoice("fit"),
        ViewChoice("timeline", columns: [.group: 0, .label: 1, .weight: 2]),
        ViewChoice("columns", columns: [.group: 0, .label: 1]), ViewChoice("cards"),
    ]
}
