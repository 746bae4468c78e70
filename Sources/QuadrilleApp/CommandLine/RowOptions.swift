import ArgumentParser
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The rows that the command line requests, and their order, before the columns of the table are known.
struct AskedRows: Sendable, Hashable {
    var filters: [FilterArgument] = []
    var sorts: [SortArgument] = []

    var isEmpty: Bool { filters.isEmpty && sorts.isEmpty }

    /// Adds the filters and sort keys to `arrangement` of a table with `columns`. Skips and returns unknown columns.
    func add(to arrangement: inout RowArrangement, of columns: [Column]) -> [UnknownColumn] {
        var unknown: [UnknownColumn] = []
        for filter in filters {
            do throws(UnknownColumn) {
                arrangement.conditions.append(try filter.condition(in: columns))
            } catch {
                unknown.append(error)
            }
        }
        for key in sorts.flatMap(\.keys) {
            do throws(UnknownColumn) {
                arrangement.sort(thenBy: try key.sortKey(in: columns))
            } catch {
                unknown.append(error)
            }
        }
        return unknown
    }
}

extension RowArrangement {
    /// Adds a sort key; does nothing if the rows are already sorted by its column.
    mutating func sort(thenBy key: SortKey) {
        if !keys.contains(where: { $0.column == key.column }) { keys.append(key) }
    }

    /// The title of the work that finds these rows, for the user.
    var work: String {
        if isPlain { return tr("Showing all rows") }
        if keys.isEmpty { return tr("Filtering rows") }
        return conditions.isEmpty ? tr("Sorting rows") : tr("Filtering and sorting rows")
    }
}

/// Options for the rows of a table and their order.
struct RowOptions: ParsableArguments {
    @Option(
        name: .customLong("filter"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only rows that meet this: =, !=, <, <=, >, >=, contains, matches (a regular expression), in A,B; empty, null (a "
                + "word for no value), missing (the record ends before), blank (any of these), misfit (not of the "
                + "column's type). Given several times, all must hold. Rows then count among those. A name may stand in double quotes.",
            valueName: "condition"),
        transform: FilterArgument.init)
    var filters: [FilterArgument] = []

    @Option(
        name: .customLong("sort"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Sort by COLUMN[:desc], then by those behind commas; :natural has item 9 before item 10, :empty-first has "
                + "rows without a value first. A name that ends so or has a comma stands in double quotes. "
                + "Rows then count in that order.", valueName: "columns"),
        transform: SortArgument.init)
    var sorts: [SortArgument] = []

    var asked: AskedRows { AskedRows(filters: filters, sorts: sorts) }

    /// A Boolean value that indicates whether the output has all rows in the order of the table.
    var isStandard: Bool { asked.isEmpty }

    /// `source` with the requested rows; waits until they are found. An interrupt just ends the program.
    ///
    /// - Throws: The end of the command, after a message about the error.
    func apply(to source: any RecordStreaming) throws -> any RecordStreaming {
        guard !isStandard, let source = source.abilities.pick else { return source }
        let progress = TerminalProgress()
        defer { progress.clear() }
        let work = sorts.isEmpty ? "filtering rows" : filters.isEmpty ? "sorting rows" : "filtering and sorting rows"
        let control = JobControl { progress.show(work, ($0, $1)) }
        do {
            // Only the named columns need types, and their rows may be counted while they are filtered.
            let needsAudit = source.abilities.settleTypes == nil
            let snapshot =
                needsAudit
                ? try RowScan.waitForRows(of: source, isComplete: true, control: control)
                : try RowScan.waitForColumns(of: source, control: control)
            var arrangement = RowArrangement()
            if let unknown = asked.add(to: &arrangement, of: snapshot.columns).first {
                throw Failure.report(unknown.description)
            }
            let order = try arrangement.order(of: source, control: control)
            let ordered = OrderedSource(source)
            ordered.show(order, ofReading: snapshot.reading)
            return ordered
        } catch let error as ReadError {
            throw Failure.report(error.description)
        }
    }

    /// Fails where a value of `source` that decides about its row cannot be read, since the row is too long, or on a damaged page.
    /// Call it once the rows are written. With `allowingDamage` values on damaged pages do not count.
    ///
    /// - Throws: The end of the command, after a message about the first of these values.
    func checkUnreadRows(of source: any RecordStreaming, allowingDamage: Bool = false) throws {
        let problems = source.snapshot.problems
        let isDamaged = !allowingDamage && problems.firstDamagedRow != nil
        guard !isStandard, isDamaged || problems.firstOverlongRow != nil, let source = source.abilities.pick else {
            return
        }
        var arrangement = RowArrangement()
        _ = asked.add(to: &arrangement, of: source.snapshot.columns)
        let unread: (row: Int, column: Int)?
        do throws(ReadError) {
            unread = try arrangement.firstUnreadable(in: source, control: JobControl { _, _ in })
        } catch {
            throw Failure.report(error.description)
        }
        guard let unread else { return }
        let column = source.snapshot.columns.fullTitles[unread.column]
        let reason = isDamaged ? "lies on a damaged page" : "is too long to be read whole"
        let remedy = isDamaged ? "" : " Split the row, or leave that column out of --filter and --sort."
        throw Failure.report(
            """
            row \(StatusText.grouped(unread.row + 1)) \(reason), and its value of '\(column.visible)' is not \
            known: the row may be missing here, or stand in another place.\(remedy)
            """)
    }
}
