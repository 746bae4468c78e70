import SeededRandom
import Testing

/// A process that may have little memory.
@Suite(.withoutSanitizer) struct MemoryLimitTests {
    /// Prints the messages of a sort by whole keys with more and more memory (kilobytes), from as much as one of numbers is
    /// content with, which needs as many threads, to as much as it needs itself: 32 MiB more for each thread.
    private static let script = """
        ulimit -c 0
        # What glibc sets apart for threads counts as used.
        export SWIFT_BACKTRACE=enable=no MALLOC_ARENA_MAX=1
        for limit in $(seq 100000 12000 400000); do
            (ulimit -v $limit; exec "$quadrille" export t.csv --to csv --sort id --output a.csv) 2>/dev/null || continue
            (ulimit -v $limit; exec "$quadrille" export t.csv --to csv --sort text --output b.csv) 2>errors
            status=$?
            echo "$status $(cat errors)"
            [ $status -ne 0 ] || break
        done
        """

    @Test func sortWithoutMemoryEndsWithMessage() throws {
        var random = SplitMix64(seed: 1)
        let beginnings = (0..<300).map { _ in String((0..<20).map { _ in random.pick(Array("abcdefgh")) }) }
        let rows = (0..<20_000).map { "\($0 * 7919 % 20_000),\(random.pick(beginnings))\(random.int(0...999))\n" }
        let folder = try TemporaryFolder()
        try folder.write("t.csv", "id,text\n" + rows.joined())
        let lines = try Program.shell(Self.script, in: folder.path).text.split(separator: "\n")
        let refused = lines.filter { $0 != "0 " }
        #expect(lines.last == "0 ", "at last there is enough")
        #expect(!refused.isEmpty, "with less there is not")
        for line in refused {
            #expect(line.hasPrefix("1 quadrille: the table: needs "))
            #expect(
                line.hasSuffix(
                    " more bytes of memory than are available. Close other tables or programs, then try again."))
        }
    }
}
