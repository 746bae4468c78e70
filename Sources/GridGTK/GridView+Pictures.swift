import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The state of the analysis of column values for the pictures in headers: results, and the running job.
struct PictureWork {
    /// The identity of the rows that pictures are made of.
    struct Rows: Equatable {
        var reading: Int
        var order: Version?
        var count: Int
    }

    /// The extent of an analysis: a sample is fast, all rows are exact.
    enum Depth: Comparable {
        case sample
        case all
    }

    /// The greatest number of rows in a sample.
    static let sampleRows = 1 << 16
    /// The greatest number of rows to analyze completely just for pictures.
    static let mostRows = 1 << 26
    /// The greatest number of columns in one scan of the rows.
    static let columnsAtOnce = 64

    struct Look {
        var columns: [Int]
        var depth: Depth
        var rows: Rows
        var job: BackgroundJob<[ColumnStatistics]>
    }

    var known: [Int: (depth: Depth, rows: Rows)] = [:]
    var look: Look?

    /// Returns the next visible columns to analyze, and how deeply; nil where none are left. Columns without any result
    /// come first. `pictures` is empty after other rows were shown, even briefly.
    func next(_ inSight: [Int], _ rows: Rows, _ pictures: HeaderPictures) -> (columns: [Int], depth: Depth)? {
        let first: Depth = rows.count > Self.sampleRows ? .sample : .all
        let last: Depth = rows.count > Self.mostRows ? .sample : .all
        for depth in first == last ? [first] : [first, last] {
            let missing = inSight.filter { column in
                pictures[column] == nil || known[column].map { $0.rows != rows || $0.depth < depth } ?? true
            }
            if !missing.isEmpty { return (Array(missing.prefix(Self.columnsAtOnce)), depth) }
        }
        return nil
    }
}

// The pictures in headers: the statistics of the visible columns are computed in the background, and stay as long as the rows
// do.
extension GridView {
    /// Starts the analysis for the visible headers. Called after each frame; costs nothing where no pictures are shown.
    func followPictures() {
        guard model.showsPictures else {
            if pictureWork.look != nil || !pictureWork.known.isEmpty { pictureWork = PictureWork() }
            return
        }
        let table = model.table
        guard isAlive, let source = source.abilities.scan, isSettled(table.phase) else { return }
        let rows = PictureWork.Rows(reading: table.reading, order: table.order?.version, count: model.rowCount)
        let inSight = model.columnsInSight
        if let look = pictureWork.look {
            let isOfUse =
                look.rows.reading == rows.reading && look.rows.order == rows.order
                && !inSight.allSatisfy { !look.columns.contains($0) }
            if isOfUse { return }
            pictureWork.look = nil
        }
        guard rows.count > 0, let next = pictureWork.next(inSight, rows, model.pictures) else { return }
        let hop = CoalescedHop { [weak self] in self?.pictureWorkChanged() }
        let job = TableStatistics.job(
            of: next.columns, in: source, order: rowOrder,
            atMost: next.depth == .sample ? PictureWork.sampleRows : nil
        ) { hop.post() }
        pictureWork.look = PictureWork.Look(columns: next.columns, depth: next.depth, rows: rows, job: job)
    }

    private func isSettled(_ phase: ReadingPhase) -> Bool {
        switch phase {
        case .complete, .failed: true
        case .opening, .indexing, .auditing: false
        }
    }

    private func pictureWorkChanged() {
        guard isAlive, let look = pictureWork.look else { return }
        switch look.job.state {
        case .running: return
        case .cancelled: pictureWork.look = nil
        case .failed(let error):
            pictureWork.look = nil
            for column in look.columns {
                show(HeaderPicture(ColumnBars([]), note: error.description), ofColumn: column, look)
            }
        case .done(let all):
            pictureWork.look = nil
            for (column, statistics) in zip(look.columns, all) {
                show(HeaderPicture(statistics, ofRows: look.rows.count), ofColumn: column, look)
            }
        }
        redraw()
    }

    private func show(_ picture: HeaderPicture, ofColumn column: Int, _ look: PictureWork.Look) {
        // Pictures of other rows are discarded.
        guard model.table.reading == look.rows.reading, model.table.order?.version == look.rows.order else { return }
        pictureWork.known[column] = (look.depth, look.rows)
        model.show(picture, ofColumn: column)
    }
}

extension HeaderPicture {
    /// Creates a picture from statistics of all of `rowCount` rows, or of some of them.
    public init(_ statistics: ColumnStatistics, ofRows rowCount: Int) {
        let isSample = statistics.rowCount < rowCount
        self.init(
            ColumnBars(statistics),
            note: isSample
                ? tr(
                    one: "An estimate: {seen} of {count} row was looked at",
                    many: "An estimate: {seen} of {count} rows were looked at", rowCount,
                    ["seen": statistics.rowCount.grouped]) : nil)
    }
}
