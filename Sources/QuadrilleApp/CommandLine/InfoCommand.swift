import ArgumentParser
import TableFormats
import Tabular
import TabularOps

/// `quadrille info`: prints facts about a file and its tables.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell format, encoding, dialect, rows, columns and problems of a file, and its tables.",
        usage: "quadrille info FILE [--json] [--columns | --quick] [--explain] [options]",
        discussion: """
            --columns looks at every value: of each column it tells how many rows have none (nulls), of which \
            kind those are (blanks: empty, null, missing, unreadable), how many \
            values are different (distinct), the least and the greatest by the column's type (min, max), the exact \
            sum and mean of numbers, their standard deviation (deviation), the values that 5, 25, 50, 75 and 95 % of \
            all are no greater than (quantiles), and the most frequent ones with their counts (top). Where a column \
            has more different values than fit into memory, distinct, quantiles and top are estimates: \
            distinctExact is false then, and distinctError, quantileError and countAtMost say by how much they may \
            be off. Values and exact numbers are texts in JSON.
            """)

    @Flag(help: "Print JSON instead of text; it lists up to 100 problems.")
    var json = false

    @Flag(help: "Tell what is known once all rows are found: no problems, and types from a sample.")
    var quick = false

    @Flag(help: "Tell of each column what its values are: nulls, distinct, min, max, mean, quantiles, top.")
    var columns = false

    @Flag(help: "Tell which readings of the first lines were compared, what each costs, and why one was taken.")
    var explain = false

    @OptionGroup var input: InputOptions

    func validate() throws {
        if columns && quick {
            throw ValidationError("--columns looks at all values, and --quick does not. Leave one of them out.")
        }
    }

    func run() throws {
        var opened = try input.open(isListed: true)
        opened.tellSiblings(input.name)
        let source = opened.source
        let snapshot = quick ? source.waitUntilIndexed() : source.waitUntilComplete()
        let failure = snapshot.interruption == nil ? snapshot.failure : nil
        // The tables of a file are listed even if one of them cannot be read.
        if let failure, opened.catalog?.isContainer != true { throw Failure.report(failure.description) }
        if !quick, failure == nil { try opened.findAllTables() }
        let statistics = columns && failure == nil ? try statistics(of: source) : nil
        var info = TableInfo(path: input.name, snapshot, isQuick: quick, statistics: statistics)
        (info.catalog, info.shownTable) = (opened.catalog, opened.table)
        if explain, failure == nil { info.detection = try detection(of: source) }
        try Output.write(json ? info.json() : info.text())
        // The rows read so far are reported; the exit status tells scripts that rows are missing.
        if let failure { throw Failure.report(failure.description) }
        if let interruption = snapshot.interruption { throw Failure.report(interruption.description) }
    }

    private func detection(of source: any RecordStreaming) throws -> Detection? {
        do throws(ReadError) {
            return try TableFormats.detection(in: source, input.dialect.options)
        } catch {
            throw Failure.report(error.description)
        }
    }

    private func statistics(of source: any RecordStreaming) throws -> [ColumnStatistics] {
        let progress = TerminalProgress()
        defer { progress.clear() }
        let job = TableStatistics.job(of: Array(source.snapshot.columns.indices), in: source)
        switch job.wait(telling: { progress.show("looking at values", ($0, $1)) }) {
        case .done(let statistics): return statistics
        case .failed(let error): throw Failure.report(error.description)
        case .running, .cancelled: return []
        }
    }
}
