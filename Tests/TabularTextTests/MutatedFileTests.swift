import Glibc
import Tabular
import TestStores
import Testing

@testable import TabularBytes
@testable import TabularText

/// Kept indexes and packed files, edited at random as a damaged disk or another program would: each is refused, or read as
/// far as it is right. No edit ends the program.
@Suite struct MutatedFileTests {
    /// Edited files of each kind in a test case, of which there are 20.
    private static let count = getenv("QUADRILLE_MUTATIONS").flatMap { Int(String(cString: $0)) }.map { $0 / 20 } ?? 20

    /// Values, quotes with line ends, and problems, in more records than one interval of an index has.
    private static let table = Array(
        ("id,name\n"
            + (0..<40).map { $0 % 9 == 8 ? "\($0)\n" : "\($0),\"order\n\($0 * 7919 % 1009)\"\n" }.joined()).utf8)

    private struct Opened: Equatable {
        var rows: RowCount
        var columns: [Column]
        var lines: [String]
        var problems: [String]
    }

    private static func opened(_ store: any ByteStore, _ cache: TestCache? = nil) -> Opened? {
        let tuning = ReaderTuning(
            passBlock: 64, tileBlock: 32, segment: 200, auditPart: 100, interval: 50, textChunk: 48, cache: cache?.cache
        )
        let source = source(store, options: .plain(headerRows: 1), tuning: tuning)
        defer { source.close() }
        let snapshot = source.waitUntilComplete()
        guard snapshot.phase == .complete else { return nil }
        // Few: a false index may claim any number of rows and columns.
        let rows = max(0, snapshot.rowCount.known - 60)..<snapshot.rowCount.known
        return Opened(
            rows: snapshot.rowCount, columns: snapshot.columns,
            lines: source.lines(rows, columns: min(2, snapshot.columns.count)), problems: snapshot.problemLines)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedIndexIsRefusedOrEndsNothing(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let folder = TestCache()
        let truth = try #require(Self.opened(KeptStore(Self.table), folder))
        #expect(!truth.problems.isEmpty && truth.rows == .exactly(40))
        let name = try #require(folder.names.first)
        let kept = bytes(of: folder.path(name))
        for number in 0..<Self.count {
            var edited = kept
            edited.edit(&random)
            // A hash keeps out all but edits that come with a hash of their own. Those may claim anything.
            let isFitting = Bool.random(using: &random)
            if isFitting { edited.makeHashFit() }
            folder.write(edited, to: name)
            let again = Self.opened(KeptStore(Self.table), folder)
            #expect(again == truth || isFitting && edited != kept, "edit \(number)")
        }
    }

    @Test(arguments: Compression.allCases, 0..<4 as Range<UInt64>)
    func mutatedPackedFileIsWholeOrReported(_ compression: Compression, seed: UInt64) throws {
        var random = SeededGenerator(state: seed + 100)
        let packed = compression.pack(Self.table)
        let truth = try #require(Self.opened(MemoryStore(packed)))
        #expect(truth.rows == .exactly(40))
        for number in 0..<Self.count {
            var edited = packed
            edited.edit(&random)
            // The reader takes other first bytes for a text.
            guard compression.begins(edited), let again = Self.opened(MemoryStore(edited)) else { continue }
            #expect(again == truth || again.problems.count > truth.problems.count, "edit \(number)")
        }
    }
}
