import Testing

@testable import QuadrilleApp

@Suite struct TabTitleTests {
    /// Titles of files by their paths; what has no slash is in no folder.
    private func titles(_ paths: String...) -> [String] {
        TabTitle.distinct(
            paths.map { path in
                let parts = path.split(separator: "/")
                let folder = path.contains("/") ? "/" + parts.dropLast().joined(separator: "/") : nil
                return TabTitle.Subject(title: String(parts.last ?? ""), folder: folder)
            })
    }

    @Test func aNameThatNoOtherHasStandsAlone() {
        #expect(titles("/a/x.csv", "/a/y.csv", "Standard input") == ["x.csv", "y.csv", "Standard input"])
    }

    @Test func filesOfOneNameAreToldApartByAsMuchOfTheirFoldersAsThatTakes() {
        #expect(titles("/a/x.csv", "/b/x.csv", "/a/y.csv") == ["x.csv — a", "x.csv — b", "y.csv"])
        #expect(titles("/2025/may/x.csv", "/2026/may/x.csv") == ["x.csv — 2025/may", "x.csv — 2026/may"])
        #expect(titles("/x.csv", "/b/x.csv") == ["x.csv — /", "x.csv — b"])
        #expect(titles("/b/x.csv", "/a/b/x.csv") == ["x.csv — b", "x.csv — a/b"])
    }

    @Test func oneFileInTwoTabsHasItsNameTwice() {
        #expect(titles("/a/x.csv", "/a/x.csv") == ["x.csv", "x.csv"])
        #expect(titles("/a/x.csv", "/a/x.csv", "/b/x.csv") == ["x.csv — a", "x.csv — a", "x.csv — b"])
        #expect(titles("x.csv", "/a/x.csv") == ["x.csv", "x.csv"])
    }
}
