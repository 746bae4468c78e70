import BenchmarkKit
import Glibc

/// Programs of others that are run beside ours, in turns. None of them is needed: where one is not there, ours is measured
/// alone.
struct Peers: Sendable {
    /// ripgrep, by its path or its name in PATH.
    var ripgrep = "rg"
    /// A Python, likewise, that can import the module `duckdb` (`pip install duckdb`).
    var python = "python3"
}

extension Peers {
    /// Counts with ripgrep the lines that hold a text (`-c`, which is faster than `--count-matches`); nil where it is not
    /// there.
    func countLines(holding text: String, in path: String) -> (cost: Cost, lines: Int)? {
        let start = Clock.monotonic.now
        let arguments = ["-c", "-F", "--no-config", text, path]
        guard let child = Child(ripgrep, arguments, environment: [:], output: STDOUT_FILENO) else { return nil }
        let line = child.readLine(within: 60)
        // 1 says that there is none.
        guard child.waitForEnd() <= 1 else { return nil }
        let wall = Double(Clock.monotonic.now - start) / 1e9
        return (Cost(wall: wall, cpu: child.cpuSeconds), line.flatMap { Int($0) } ?? 0)
    }

    /// Runs a query with DuckDB, with its own number of threads. Returns the cost without the start of Python, and the number
    /// that the first column of its first row holds, if any; nil where DuckDB is not there.
    func runDuckDB(_ query: String) throws -> (cost: Cost, number: Int?)? {
        guard let child = Child(python, ["-c", Self.program, query], environment: [:], output: STDOUT_FILENO),
            let line = child.readLine(within: 300)
        else { return nil }
        let words = line.split(separator: " ")
        guard words.count == 3, let wall = Double(words[0]), let cpu = Double(words[1]), child.waitForEnd() == 0 else {
            throw WrongAnswer(reason: "DuckDB said \(line)")
        }
        return (Cost(wall: wall, cpu: cpu), Int(words[2]))
    }

    private static let program = """
        import sys, time
        try:
            import duckdb
        except ImportError:
            sys.exit(3)
        connection = duckdb.connect()
        connection.execute('set enable_progress_bar = false')
        start, cpu = time.monotonic(), time.process_time()
        rows = connection.execute(sys.argv[1]).fetchall()
        wall, cpu = time.monotonic() - start, time.process_time() - cpu
        print(wall, cpu, rows[0][0] if rows else '-')
        """
}

/// A generated file as DuckDB's queries name it.
struct DuckDBTable {
    let path: String
    let columns: [(name: String, type: String)]

    /// The table function that reads it: the columns and their types are told, so that nothing has to be guessed.
    var reading: String {
        let columns = columns.map { "'\($0.name)': '\($0.type)'" }.joined(separator: ", ")
        return """
            read_csv('\(path)', header = true, delim = ',', quote = '"', escape = '"', columns = {\(columns)})
            """
    }

    static func orders(_ file: OrderFile) -> DuckDBTable {
        let types = [
            "BIGINT", "DATE", "VARCHAR", "VARCHAR", "VARCHAR", "BIGINT", "DECIMAL(18,2)", "DECIMAL(18,2)", "BOOLEAN",
            "VARCHAR",
        ]
        return DuckDBTable(path: file.path, columns: Array(zip(OrderGenerator.columnNames, types)))
    }
}
