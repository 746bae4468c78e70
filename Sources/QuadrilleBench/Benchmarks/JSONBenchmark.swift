import BenchmarkKit
import Glibc
import QuadrilleRuntime
import TableFormats
import Tabular
import TabularBytes
import TabularJSON
import TabularOps

extension Benchmark {
    static let json = Benchmark(
        name: "json",
        abstract:
            "JSON lines, an array and GeoJSON: first rows, all rows, types, jumps, sort, filter, memory, also of 20 GB",
        run: { try JSONBenchmark($0).run() })
}

/// Opens large JSON texts as the program and as its library, in turns with a window of GTK's, `wc -l` and DuckDB.
private struct JSONBenchmark {
    private static let rounds = 5
    private static let paints = 20

    private let context: BenchContext
    private let files: [(form: JSONGenerator.Form, file: JSONFile)]
    private let display: Display

    init(_ context: BenchContext) throws {
        self.context = context
        files = try JSONGenerator.Form.allCases.map { ($0, try JSONFile($0, bytes: context.largeBytes)) }
        display = try Display()
    }

    func run() throws -> [Figure] {
        try generated() + firstRows() + allRows() + types() + jumps() + sorted() + filtered() + memory()
    }

    private func name(_ form: JSONGenerator.Form) -> String { "\(context.largeName) of \(form.rawValue)" }

    // MARK: - The program

    /// Milliseconds from exec to the first frame with rows, of a program that keeps what it does from one start to the next.
    private func firstRows() throws -> [Figure] {
        let window = try EmptyWindow()
        let bus = try Bus()
        let home = try GeneratedFile.folder() + "/home-of-json"
        mkdir(home, 0o755)
        let kept = ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].map { ($0, home as String?) }
        let environment: [String: String?] = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "QUADRILLE_CACHE": nil]
            .merging(kept) { $1 }
        var empty = Samples()
        var opened = files.map { _ in Samples() }
        for round in -1..<Self.paints {
            let rest: UInt32 = round < 0 ? 1_000_000 : 0
            let gtk = try firstFrame(nil, window.path, environment)
            if round >= 0 { empty.add(gtk) }
            for (index, entry) in files.enumerated() {
                let time = try firstFrame(entry.file.path, context.quadrille, environment, rest)
                if round >= 0 { opened[index].add(time) }
            }
        }
        return [Figure("json, first paint, a window of GTK's, from exec", unit: "ms", clock: .wall, empty)]
            + zip(files, opened).flatMap { entry, samples in
                [
                    Figure("json, first paint, \(name(entry.form)), from exec", unit: "ms", clock: .wall, samples),
                    Figure(
                        "json, first paint, \(name(entry.form)) : a window of GTK's", unit: "×", clock: .wall,
                        Samples([samples.median / empty.median])
                    ).limited(to: .atMost(1.15)),
                ]
            }
    }

    /// Afterwards the program runs for `rest` microseconds more, in which it does its work for the next start.
    private func firstFrame(
        _ path: String?, _ program: String?, _ environment: [String: String?], _ rest: UInt32 = 0
    ) throws -> Double {
        // Until the display has cleared up.
        usleep(300_000)
        let app = try AppRun(path, on: display, program: program, environment: environment)
        defer { app.stop() }
        let painted = try app.wait(for: "painted")["painted"] ?? app.started
        usleep(rest)
        return Double(painted - app.started) / 1e6
    }

    /// Seconds until the program has counted all rows, beside `wc -l` and DuckDB's count.
    private func allRows() throws -> [Figure] {
        let (lines, array) = (files[0].file, files[1].file)
        var (ours, wc) = (Samples(), Samples())
        var contest = Contest("json, all rows of \(name(.array))", against: "DuckDB", limit: 0.25)
        for round in -1..<Self.rounds {
            let own = try info(lines.path, "--quick")
            let other = BareRead.wcSeconds(lines.path)
            let ownCount = try info(array.path, "--quick")
            let rival = try context.peers.runDuckDB(
                "select count(*) from read_json('\(array.path)', format = 'array')")
            if let rival { try WrongAnswer.check("the number of rows", rival.number, is: array.recordCount) }
            guard round >= 0 else { continue }
            ours.add(own.wall)
            if let other { wc.add(other) }
            contest.add(ours: ownCount, peer: rival?.cost)
        }
        var figures = [Figure("json, all rows of \(name(.lines))", unit: "s", clock: .wall, ours)]
        if wc.count == ours.count {
            figures.append(
                Figure("json, all rows of \(name(.lines)) : wc -l", unit: "×", clock: .wall, ours.divided(by: wc))
                    .limited(to: .atMost(1.8)))
        }
        return figures + contest.figures
    }

    /// Processor time until all columns, types and problems are known, beside DuckDB's for reading the same columns.
    private func types() throws -> [Figure] {
        let file = files[0].file
        let columns = JSONGenerator.columnNames.map { "count(\($0))" }.joined(separator: ", ")
        var contest = Contest("json, types of \(name(.lines))", against: "DuckDB")
        for _ in 0..<Self.rounds {
            let own = try info(file.path)
            let rival = try context.peers.runDuckDB("select \(columns) from read_ndjson('\(file.path)')")
            if let rival { try WrongAnswer.check("the number of ids", rival.number, is: file.recordCount) }
            contest.add(ours: own, peer: rival?.cost)
        }
        return contest.figures
    }

    private func info(_ path: String, _ options: String...) throws -> Cost {
        let program = try context.quadrille ?? AppRun.beside("quadrille")
        let start = Clock.monotonic.now
        let environment: [String: String?] = ["QUADRILLE_CACHE": "off"]
        let child = Child(program, ["info"] + options + [path], environment: environment, output: STDOUT_FILENO)
        guard let child else { throw Skipped(reason: "\(program) could not be started") }
        while child.readLine(within: 60) != nil {}
        guard child.waitForEnd() == 0 else { throw WrongAnswer(reason: "info of \(path) failed") }
        return Cost(wall: Double(Clock.monotonic.now - start) / 1e9, cpu: child.cpuSeconds)
    }

    private func memory() throws -> [Figure] {
        let empty = try resident(nil, until: "painted")
        return try files.map { form, file in
            Figure(
                "json, memory, \(name(form)) over an empty window", unit: "MiB", clock: .none,
                Samples([try resident(file.path, until: "complete") - empty])
            ).limited(to: .atMost(32))
        }
    }

    private func resident(_ path: String?, until milestone: String) throws -> Double {
        let app = try AppRun(path, on: display)
        defer { app.stop() }
        try app.wait(for: milestone)
        // The last frames are still to be drawn, and freed memory to be given back.
        usleep(1_500_000)
        return Double(try app.residentBytes()) / 1_048_576
    }

    // MARK: - The library

    /// Memory of 20 GB of lines generated behind the read seam, all of which were looked at, and jumps in them. No window is in
    /// it, and no disk.
    private func generated() throws -> [Figure] {
        let name = "20 GB of \(JSONGenerator.Form.lines.rawValue)"
        var text = ByteWriter(capacity: 1 << 20)
        var generator = JSONGenerator(.lines, seed: OrderFile.seed)
        while !text.isFull { generator.appendRecord(to: &text) }
        let block = text.withBytes { Array($0) }
        let rowsOfBlock = block.count { $0 == UInt8(ascii: "\n") }
        let repeats = 20_000_000_000 / block.count
        let before = try Machine.residentBytes()
        let store = RepeatingStore(block, bytes: repeats * block.count)
        let document = try JSONDocument(
            SourceContent(store: store, innerName: "generated.ndjson"), name: "generated.ndjson")
        defer { document.close() }
        let source = document.table(nil)
        defer { source.close() }
        let rows = rowsOfBlock * repeats
        let end = source.wait { $0.phase == .complete || $0.phase.isFailed }
        try WrongAnswer.check("the number of rows", end.rowCount, is: .exactly(rows))
        let figures = try OpeningTimes.jumps(in: source, rows: rows, named: name) { $0 % rowsOfBlock + 1 }
        let growth = Samples([Double(try Machine.residentBytes() - before) / 1_048_576])
        return figures + [
            Figure("json, resident growth by \(name), without a window", unit: "MiB", clock: .none, growth)
                .limited(to: .atMost(32))
        ]
    }

    private func opened(_ path: String) throws -> any RowPicking {
        let table = try TableFormats.standard.open(.file(path)).openTable()
        guard let rows = table.source.abilities.pick else { throw WrongAnswer(reason: "\(path) has no rows") }
        if case .failed(let error) = rows.waitUntilComplete().phase { throw WrongAnswer(reason: error.description) }
        return rows
    }

    private func jumps() throws -> [Figure] {
        try files.flatMap { form, file in
            guard form != .features else { return [Figure]() }
            let source = try opened(file.path)
            defer { source.close() }
            try WrongAnswer.check("the number of rows", source.snapshot.rowCount, is: .exactly(file.recordCount))
            return try OpeningTimes.jumps(in: source, rows: file.recordCount, named: name(form)) { $0 + 1 }
        }
    }

    private func sorted() throws -> [Figure] {
        try compare("sort", of: "customer.name", query: "order by customer.name") {
            (source, column, control) throws(ReadError) in
            try RowSort.order(of: source, by: [SortKey(column: column)], control: control)
        }
    }

    private func filtered() throws -> [Figure] {
        try compare("filter", of: "price", query: "where price < 9.99") {
            (source, column, control) throws(ReadError) in
            try RowFilter.order(
                of: source, meeting: [Condition(column: column, .less, ["9.99"])], control: control)
        }
    }

    /// The order of rows by one column, opening included, beside DuckDB's query that has the ids in a table in memory.
    private func compare(
        _ what: String, of column: String, query: String,
        _ order: @escaping @Sendable (any RowPicking, Int, JobControl) throws(ReadError) -> RowOrder
    ) throws -> [Figure] {
        let file = files[0].file
        var contest = Contest("json, \(what) \(name(.lines)), opening included", against: "DuckDB")
        for _ in 0..<Self.rounds {
            let (count, own) = try Cost.of {
                let source = try opened(file.path)
                defer { source.close() }
                let index = source.snapshot.columns.fullNames.firstIndex(of: column) ?? 0
                let job = BackgroundJob<RowOrder>(total: file.recordCount, onChange: {}) {
                    (control) throws(ReadError) in try order(source, index, control)
                }
                guard case .done(let rows) = job.wait() else {
                    throw WrongAnswer(reason: "to \(what) ended with \(job.state)")
                }
                return rows.count
            }
            let rival = try context.peers.runDuckDB(
                "create temp table o as select id from read_ndjson('\(file.path)') \(query)")
            if let rival { try WrongAnswer.check("the number of rows", rival.number, is: count) }
            contest.add(ours: own, peer: rival?.cost)
        }
        return contest.figures
    }
}
