import Testing

/// Inputs that are large in one direction. Memory is bounded by the kernel: writable memory of more than the limit is
/// refused, and the program would end.
@Suite struct LargeInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 160 MiB: the stacks of the threads count with 8 MiB each. A sanitizer may have as much as it wants.
    private static let bounded = (Sanitizer.isOn ? "" : "ulimit -d 163840; ") + "exec \"$quadrille\""

    private func makeLongLine() throws -> String {
        let path = folder.path("long.csv")
        #expect(try Program.shell("head -c 200000000 /dev/zero | tr '\\0' x > \"$1\"", [path]).status == 0)
        return path
    }

    @Test func aLineOf200MBIsToldOfInBoundedMemory() throws {
        let path = try makeLongLine()
        let outcome = try Program.shell(Self.bounded + " info \"$1\"", [path])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text.contains("  rows      1\n  columns   1\n"))
        let piped = try Program.shell("cat \"$1\" | { \(Self.bounded) info -; }", [path])
        #expect(piped.status == 0)
        #expect(piped.text.contains("  rows      1\n  columns   1\n"))
    }

    @Test func aLineOf200MBIsDrawnAndExportedInBoundedMemory() throws {
        let path = try makeLongLine()
        let drawn = try Program.shell(
            Self.bounded + " render \"$1\" -o \"$2\" --size 300x200", [path, folder.path("p.png")])
        #expect(drawn.status == 0)
        #expect(drawn.errors == "")
        #expect(try Picture(folder.path("p.png")).colorCount > 1)
        // A value of which the end is not in sight is quoted.
        let exported = try Program.shell(
            "(\(Self.bounded) export \"$1\" --to csv --header-rows 0) | tr -d '\"\\n' | wc -c", [path])
        #expect(exported.text == "200000000\n")
    }

    @Test func aHundredThousandColumnsAreReadDrawnAndExported() throws {
        let names = (1...100_000).map { "c\($0)" }.joined(separator: ",")
        let values = (1...100_000).map(String.init).joined(separator: ",")
        let path = try folder.write("wide.csv", names + "\n" + values + "\n")
        let info = try Program.run("info", path)
        #expect(info.status == 0)
        #expect(info.text.contains("  rows      1\n  columns   100,000\n"))
        #expect(info.text.contains("\n    100000  integer   c100000\n"))
        let page = folder.path("p.pdf")
        let drawn = try Program.run("render", path, "-o", page, "--size", "300x100", "--at", "1,100000")
        #expect(drawn.status == 0)
        #expect(try Program.shell("pdftotext \"$1\" -", [page]).text.contains("c100000"))
        let exported = try Program.run("export", path, "--to", "csv")
        #expect(exported.text == names + "\n" + values + "\n")
    }

    @Test func aMillionEmptyLinesAreNoRecords() throws {
        let path = folder.path("t.csv")
        let outcome = try Program.shell("yes '' | head -n 1000000 > \"$1\"; \(Self.bounded) info \"$1\"", [path])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("  rows      1\n"))
    }
}
