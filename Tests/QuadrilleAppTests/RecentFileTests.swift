import Testing

@testable import QuadrilleApp

@Suite struct RecentFileTests {
    private func listed(_ files: [(path: String, time: Int)]) -> [String] {
        RecentFile.listed(files.map { RecentFile(path: $0.path, time: $0.time) }) { path in
            path.split(separator: "/").dropLast().joined(separator: "/")
        }.map(\.title)
    }

    @Test func theNewestStandsFirstAndEachOnce() {
        #expect(listed([("/a/x.csv", 1), ("/a/y.csv", 3), ("/a/x.csv", 7)]) == ["x.csv", "y.csv"])
        #expect(listed([]) == [])
    }

    @Test func filesOfOneNameAreToldApartByTheirFolders() {
        #expect(
            listed([("/a/x.csv", 3), ("/b/x.csv", 2), ("/b/z.csv", 1)]) == ["x.csv — a", "x.csv — b", "z.csv"])
    }

    @Test func thereAreTenAtMost() {
        let files = (0..<30).map { (path: "/a/\($0).csv", time: $0) }
        #expect(listed(files) == (20..<30).reversed().map { "\($0).csv" })
    }

    @Test func aNameThatDeceivesShowsWhatItIs() {
        #expect(listed([("/a/in\u{202E}voice.csv", 1)]).allSatisfy { !$0.unicodeScalars.contains("\u{202E}") })
    }
}
