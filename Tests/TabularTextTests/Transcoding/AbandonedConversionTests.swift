import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

@testable import TabularText

/// What the first bytes are taken to be in is converted no further once more of them say otherwise: nobody could end it,
/// and of a large file it would fill the temporary folder.
@Test(arguments: ["UTF-8", "ISO-8859-1", "ISO-2022-KR"])
func aConversionThatIsReplacedEnds(encoding: String) throws {
    try finish {
        let pipe = GrowingStore()
        pipe.append("a,b\n1,2\n")
        let extent = OpeningSample.Extent(length: 100, patience: 1_000_000, quiet: 1_000_000)
        let content = SourceContent(store: pipe, innerName: "t")
        func verdict(_ encoding: String, behind earlier: OpeningVerdict?) throws -> OpeningVerdict? {
            var options = TextOptions()
            options.encoding = encoding
            let reader = TextReader(name: "t", options: options, tuning: ReaderTuning())
            let sample = try OpeningSample(of: pipe, at: 0, extent, options)
            return try reader.judge(content, sample, extent, sniffed: 100, behind: earlier)
        }
        let first = try #require(try verdict("ISO-2022-JP", behind: nil))
        let second = try #require(try verdict(encoding, behind: first))
        // For ever, if it went on.
        let converted = try first.table.store.wait(beyond: 1 << 20, deadline: .max)
        #expect(!converted.isComplete)
        // The bytes still come, for the one in its place.
        pipe.append("3,4\n")
        let known = second.table.store.length.known
        #expect(try second.table.store.wait(beyond: max(8, known - 1), deadline: .max).known >= 12)
        pipe.finish()
        second.table.store.cancel()
    }
}
