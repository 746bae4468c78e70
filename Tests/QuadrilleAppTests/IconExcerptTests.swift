import Foundation
import Testing

@testable import QuadrilleApp

@Suite struct IconExcerpts {
    private let folder = NSTemporaryDirectory() + "quadrille-icons-\(UUID().uuidString)"

    private func file(_ path: String) throws -> String {
        let file = URL(fileURLWithPath: folder + "/theme/" + path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("icon".utf8).write(to: file)
        return file.path
    }

    private func target(_ link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/cache/start-icons/" + link)
    }

    @Test func anExcerptHasLinksToIconsByTheirSizes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let excerpt = try #require(IconExcerpt(of: "Some Theme", scale: 2, in: folder + "/cache"))
        #expect(!excerpt.isThere)
        let (small, large) = (try file("16/go-symbolic.svg"), try file("48/go.png"))
        excerpt.keep([IconExcerpt.Icon(size: 16, file: small), IconExcerpt.Icon(size: 48, file: large)])
        #expect(excerpt.isThere)
        #expect(target("Some Theme@2/Some Theme/16/go-symbolic.svg") == small)
        #expect(target("Some Theme@2/Some Theme/48/go.png") == large)

        // What is added leaves what was, and a file that lies elsewhere by now takes the place of the one before.
        let moved = try file("other/go.png")
        excerpt.keep([IconExcerpt.Icon(size: 48, file: moved)])
        #expect(target("Some Theme@2/Some Theme/16/go-symbolic.svg") == small)
        #expect(target("Some Theme@2/Some Theme/48/go.png") == moved)
        let itself = excerpt.path + "/Some Theme/48/go.png"
        excerpt.keep([IconExcerpt.Icon(size: 48, file: itself), IconExcerpt.Icon(size: 24, file: folder + "/none.png")])
        #expect(target("Some Theme@2/Some Theme/48/go.png") == moved)
        #expect(target("Some Theme@2/Some Theme/24/none.png") == nil)
    }

    /// GTK asks for names, and ends the program where neither an icon nor the one for what is missing can be read.
    @Test func anExcerptWhoseIconsHaveGoneIsNoneUntilItIsMadeAnew() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let excerpt = try #require(IconExcerpt(of: "Adwaita", scale: 1, in: folder + "/cache"))
        let (one, other) = (try file("16/one.png"), try file("16/other.png"))
        excerpt.keep([IconExcerpt.Icon(size: 16, file: one), IconExcerpt.Icon(size: 16, file: other)])
        #expect(excerpt.isThere)
        try FileManager.default.removeItem(atPath: one)
        #expect(!excerpt.isThere)
        excerpt.keep([IconExcerpt.Icon(size: 16, file: other)])
        #expect(excerpt.isThere && target("Adwaita@1/Adwaita/16/one.png") == nil)

        let missing = try file("16/image-missing.png")
        excerpt.keep([IconExcerpt.Icon(size: 16, file: other), IconExcerpt.Icon(size: 16, file: missing)])
        #expect(excerpt.isThere && target("Adwaita@1/Adwaita/16/image-missing.png") == nil)
        let link = excerpt.path + "/Adwaita/16/image-missing.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: missing)
        #expect(!excerpt.isThere)
    }

    @Test func anExcerptOfNothingIsNone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let excerpt = try #require(IconExcerpt(of: "Adwaita", scale: 1, in: folder))
        excerpt.keep([])
        excerpt.keep([IconExcerpt.Icon(size: 17, file: "/a/b.png"), IconExcerpt.Icon(size: 16, file: "b.png")])
        #expect(!excerpt.isThere)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(arguments: ["", ".", "..", "a/b", "../a"]) func aNameThatIsNoThemeHasNoExcerpt(name: String) {
        #expect(IconExcerpt(of: name, scale: 1, in: "/tmp") == nil)
    }

    @Test func withoutCachesThereIsNoExcerpt() { #expect(IconExcerpt(of: "Adwaita", scale: 1, in: nil) == nil) }

    @Test func aThemeThatAllFallBackOnHasAnExcerptAsWell() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let excerpt = try #require(IconExcerpt(of: "hicolor", scale: 1, in: folder))
        let icon = try file("16/go.png")
        for _ in 0..<2 { excerpt.keep([IconExcerpt.Icon(size: 16, file: icon)]) }
        let index = try String(contentsOfFile: folder + "/start-icons/hicolor@1/hicolor/index.theme", encoding: .utf8)
        #expect(index.contains("Directories=16,"))
    }
}
