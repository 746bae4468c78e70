import Glibc
import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

/// The tables of a folder.
@Suite struct FolderListingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func listed(with shown: String? = nil) throws -> FolderListing {
        try #require(FolderListing(of: folder.path, with: shown, unless: .never))
    }

    @Test(arguments: [
        ("a.csv", true), ("A.TSV", true), ("b.tab", true), ("b.txt.gz", true), ("b.csv.zst", true), ("x.zip", true),
        ("b.csv.xz", true), ("b.csv.bz2", true), ("b.gz", false), ("csv", false), (".csv", false), (".a.csv", false),
        ("a.csv.part", false), ("a.png", false), ("", false), ("a.", false), ("a.gz.gz", false),
    ])
    func namesSayWhichFilesAreTables(name: String, isTable: Bool) {
        #expect(TableFileName.matches(name) == isTable)
    }

    @Test func theyStandInTheOrderInWhichPeopleCountWithTheirSizes() throws {
        for (name, text) in [("day 10.csv", "a\n1\n"), ("day 9.csv", ""), ("day 9b.tsv", "x"), ("day 100.csv", "12")] {
            try folder.write(name, text)
        }
        try folder.write("notes.md", "no table")
        try folder.write(".hidden.csv", "a")
        mkdir(folder.path("folder.csv"), 0o700)
        mkfifo(folder.path("pipe.csv"), 0o600)
        symlink("day 10.csv", folder.path("link.csv"))
        symlink("nowhere", folder.path("broken.csv"))
        let listing = try listed()
        #expect(listing.failure == nil)
        #expect(listing.files.map(\.name) == ["day 9.csv", "day 9b.tsv", "day 10.csv", "day 100.csv", "link.csv"])
        #expect(listing.files.map(\.size) == [0, 1, 4, 2, 4])
        #expect(listing.files.allSatisfy { $0.time > 1_000_000_000 })
        #expect(listing.path(of: listing.files[0]) == folder.path("day 9.csv"))
        // What is shown is among them, whatever it is called.
        let shown = try listed(with: "notes.md")
        #expect(shown.shownIndex.map { shown.files[$0].name } == "notes.md" && listing.shownIndex == nil)
    }

    @Test func oneThatIsGoneOrNoFolderSaysSoAndOneThatIsOverGivesNothing() throws {
        let gone = try #require(FolderListing(of: folder.path("gone"), with: nil, unless: .never))
        #expect(gone.failure == "No such file or directory" && gone.files.isEmpty)
        let file = try folder.write("a.csv", "a\n")
        #expect(FolderListing(of: file, with: nil, unless: .never)?.failure == "Not a directory")
        for number in 0..<300 { try folder.write("\(number).csv", "") }
        #expect(FolderListing(of: folder.path, with: nil, unless: Cancellation { true }) == nil)
        #expect(try listed().files.map(\.name) == (0..<300).map { "\($0).csv" } + ["a.csv"])
    }

    @Test func tablesOfTheSystemAreFoldedBelowTheOthers() {
        let entries = [("sqlite_stat1", true), ("orders", false), ("late", false)].map { name, isHidden in
            var entry = Catalog.Entry(name: name)
            entry.isHidden = isHidden
            return entry
        }
        func titles(_ entries: [Catalog.Entry], _ showsSystem: Bool) -> [String?] {
            FolderFile.tables(of: entries, in: "shop.db", showsSystem: showsSystem).map(\.table)
        }
        #expect(titles(entries, false) == ["orders", "late", nil])
        #expect(titles(entries, true) == ["orders", "late", nil, "sqlite_stat1"])
        #expect(titles(Array(entries[1...]), false) == ["orders", "late"])
        var sheet = Catalog.Entry(name: "old", kind: .sheet)
        sheet.isHidden = true
        #expect(titles([sheet], false) == ["old"], "a hidden sheet is the user's")
        #expect(FolderFile(name: "a.xlsx", entry: sheet).isQuiet)
    }

    private let files = [
        FolderFile(name: "april.csv"), FolderFile(name: "orders.zip"),
        FolderFile(name: "orders.zip", entry: Catalog.Entry(name: "customers.csv", kind: .file)),
        FolderFile(name: "orders.zip", entry: Catalog.Entry(name: "lines.csv", kind: .file)),
        FolderFile(name: "prices.csv"),
    ]

    private func found(_ text: String) throws -> [FolderFile] {
        try #require(FolderFile.matching(NameSearch(text), in: files, unless: .never))
    }

    @Test(
        arguments: [
            ("lines", ["orders.zip", "lines.csv"], [true, false]), ("orders", ["orders.zip"], [false]),
            ("r", ["april.csv", "orders.zip", "customers.csv", "prices.csv"], [false, false, false, false]),
            (
                "csv", ["april.csv", "orders.zip", "customers.csv", "lines.csv", "prices.csv"],
                [false, true, false, false, false]
            ),
            ("zzz", [], []),
        ] as [(String, [String], [Bool])])
    func foundTablesStandBelowTheirFile(text: String, titles: [String], areHeadings: [Bool]) throws {
        let found = try found(text)
        #expect(found.map(\.title) == titles)
        #expect(found.map(\.isHeading) == areHeadings)
    }

    @MainActor
    @Test(arguments: [
        ("lines", "1 of 2 tables in orders.zip"), ("orders", "1 of 3 files in ~"), ("zzz", "0 of 3 files in ~"),
        ("csv", "2 of 3 files in ~\n2 of 2 tables in orders.zip"),
    ])
    func foundFilesAndTablesAreCounted(text: String, summary: String) throws {
        #expect(FolderPanel.summary(of: try found(text), 3, "~", tables: 2) == summary)
    }

    @Test func namesThatAreNoTextAreLeftOut() throws {
        let bytes: [CChar] = Array((folder.path + "/").utf8CString.dropLast()) + [-1, 0x2E, 0x63, 0x73, 0x76, 0]
        close(open(bytes, O_WRONLY | O_CREAT, 0o600))
        try folder.write("a.csv", "")
        #expect(try listed().files.map(\.name) == ["a.csv"])
        unlink(bytes)
    }
}
