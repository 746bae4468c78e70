import BenchmarkKit

extension Benchmark {
    static let work = Benchmark(
        name: "work",
        abstract: "scrolling in a window while its rows are found, filtered, sorted, summed up, looked at, and copied",
        run: { try WorkBenchmark().run($0) })
}

/// Starts long tasks in a window, by its keys, with a file that is completely known, and scrolls meanwhile. Before every stroke
/// the task begins again, so that it goes on for as long as the pointer moves.
///
/// Every stroke begins at the left edge, and goes down and to the right: no task, and no stroke before, has brought it to an
/// edge at which it could not be diagonal. So all tasks stay within the columns that are visible there.
private struct WorkBenchmark {
    private static let strokes = 8
    /// The left edge, and a column of texts in the first row, which is frozen.
    private static let home = ["key Escape", "key ctrl+Home", "key Right", "key Right", "sleep 0.3"]
    /// The keys of each task before a stroke, in xdotool's words, and those that undo it in the end.
    private static let works: [(name: String, before: @Sendable (Int) -> [String], after: [String])] = [
        ("nothing else goes on", { _ in [] }, []),
        ("a text is found", { ["key ctrl+f", "type \($0 % 2 == 0 ? "Soledad" : "kettle lamp")"] }, ["key Escape"]),
        (
            "rows are filtered", { $0 % 2 == 0 ? ["key Menu", "sleep 0.2", "key i"] : ["key ctrl+shift+a"] },
            ["key ctrl+shift+a"]
        ),
        ("rows are sorted", { ["key alt+\($0 % 2 == 0 ? "Down" : "Up")"] }, ["key ctrl+shift+a"]),
        ("cells are summed up", { ["key ctrl+space", "key shift+\($0 % 2 == 0 ? "Right" : "Left")"] }, ["key Escape"]),
        (
            "a column is looked at", { [$0 == 0 ? "key ctrl+i" : $0 % 2 == 0 ? "key Left" : "key Right"] },
            ["key ctrl+i"]
        ),
        ("a million cells are copied", { _ in ["key ctrl+space", "key ctrl+c"] }, ["key Escape"]),
    ]

    func run(_ context: BenchContext) throws -> [Figure] {
        let file = try OrderFile(bytes: context.largeBytes)
        let window = try WindowScroll(file.path, until: "complete")
        return try Self.works.flatMap { name, before, after in
            let scroll = try window.run(strokes: Self.strokes, turning: false) { Self.home + before($0) }
            try window.act(after + Self.home + ["sleep 1"])
            return scroll.figures("scroll \(context.largeName) while \(name)")
        }
    }
}
