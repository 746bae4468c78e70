import ArgumentParser
import BenchmarkKit
import Glibc

/// The program: measures what the project promises, and checks the answers while it does.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quadrille-bench",
        abstract: "Measure Quadrille against its limits.",
        discussion: """
            Figures are medians with the 99th percentile beside them, CPU time of the measuring thread where they say \
            cpu. Generated files are kept in ${XDG_CACHE_HOME:-~/.cache}/quadrille-bench. The exit status is 1 when \
            an answer was wrong, never because something was slow.

            Some benchmarks run a program of others beside ours, in turns, and say how many times as long ours took: of \
            the clock, and of processor time, which others on the machine change less. Where the program is not there \
            they go without it: ripgrep (Debian's package ripgrep) and DuckDB's module for Python (pip install duckdb); \
            --ripgrep and --python say where to find them.
            """)

    @Argument(help: "The benchmarks to run; all when none is named. --list names them.")
    var names: [String] = []

    @Flag(help: "Print the names of the benchmarks and what they measure.")
    var list = false

    @Flag(help: "Print the figures as JSON.")
    var json = false

    @Option(help: ArgumentHelp("The size of the large generated file.", valueName: "megabytes"))
    var large = 1000

    @Option(help: ArgumentHelp("ripgrep, to find texts beside ours.", valueName: "program"))
    var ripgrep = Peers().ripgrep

    @Option(
        help: ArgumentHelp("A Python with the module duckdb, to sort and filter beside ours.", valueName: "program"))
    var python = Peers().python

    @Option(
        help: ArgumentHelp(
            "The quadrille whose first frame is measured, such as an installed one; else that beside this program.",
            valueName: "program"))
    var quadrille: String?

    func validate() throws {
        let known = Benchmark.all.map(\.name)
        for name in names where !known.contains(name) {
            throw ValidationError("There is no benchmark '\(name)'. There are: \(known.joined(separator: ", ")).")
        }
        if !(2...100_000).contains(large) { throw ValidationError("--large takes a number from 2 to 100000.") }
    }

    func run() throws {
        if list {
            for benchmark in Benchmark.all { print("\(benchmark.name): \(benchmark.abstract)") }
            return
        }
        if Machine.isDebugBuild {
            note("DEBUG BUILD: its figures say nothing. Build with: swift build -c release")
        }
        var report = Report(machine: Machine.description)
        let context = BenchContext(
            largeBytes: large * 1_000_000, peers: Peers(ripgrep: ripgrep, python: python),
            quadrille: quadrille)
        for benchmark in Benchmark.all where names.isEmpty || names.contains(benchmark.name) {
            note("\(benchmark.name) …")
            let others = OthersLoad()
            do {
                report.figures += try benchmark.run(context)
                report.figures.append(others.figure(during: benchmark.name))
            } catch let skipped as Skipped {
                report.skipped.append((benchmark.name, skipped.reason))
            } catch let wrong as WrongAnswer {
                report.wrong.append((benchmark.name, wrong.reason))
            }
        }
        print(json ? report.json() : report.table(), terminator: "")
        if !report.wrong.isEmpty { throw ExitCode(1) }
    }

    /// Progress goes to standard error, so that what is printed can be piped.
    private func note(_ text: String) {
        let line = Array("quadrille-bench: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
