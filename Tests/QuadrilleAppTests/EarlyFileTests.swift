import TableFormats
import Testing

@testable import QuadrilleApp

@MainActor @Suite struct EarlyFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.csv", "a,b\n1,2\n")
    }

    private func opened(_ path: String) -> EarlyFile? {
        EarlyFile(OpenRequest(paths: [path], options: FormatOptions(), settings: ViewSettings()))
    }

    /// A pipe can be read once: it must not be opened again under the path that GTK passes on.
    @Test(arguments: ["/t.csv", "/x/../t.csv", "/./t.csv", "//t.csv"])
    func earlyFileIsTheOneThatIsShown(_ path: String) throws {
        let early = try #require(opened(folder.path + path))
        let shown = TablePlace.path(folder.path + "/t.csv")
        let document = try #require(early.document(at: shown, FormatOptions(), table: nil))
        document.close()
    }

    @Test func otherRequestsOpenAnotherDocument() throws {
        let path = folder.path + "/t.csv"
        var options = FormatOptions()
        options.isForcedText = true
        #expect(try #require(opened(path)).document(at: .path(path), options, table: nil) == nil)
        #expect(try #require(opened(path)).document(at: .path(path), FormatOptions(), table: "b") == nil)
        #expect(opened("-") == nil)
    }
}
