import Foundation
import Testing

/// What is read is what is compiled, and no link leads nowhere.
@Suite struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// The Markdown files of the project, by their paths from its root.
    private static let documents: [String] = {
        let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let files = sources?.compactMap { $0 as? String } ?? []
        let pages = files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        let assets = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Assets").path)) ?? []
        return ["README.md"] + assets.filter { $0.hasSuffix(".md") }.map { "Assets/" + $0 }.sorted()
            + pages.map { "Sources/" + $0 }.sorted()
    }()

    /// Where the code of documents is compiled: here, in the tests of the layouts, and in the sample program.
    private static func compiled() throws -> [[String]] {
        let tests = root.appending(path: "Tests")
        let here = try FileManager.default.contentsOfDirectory(atPath: tests.appending(path: "GuideTests").path)
            .filter { $0.hasSuffix(".swift") }.map { "Tests/GuideTests/" + $0 }
        let layouts = ["DocumentationTests.swift", "OutsideLayoutTests.swift"].map { "Tests/GridLayoutTests/" + $0 }
        return try (here + layouts + ["Sources/Samples/main.swift"]).map { lines(try text($0)) }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Without their indentation, and without empty ones.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The blocks of code in a language, each without its fences.
    private static func blocks(_ language: String, in text: String) -> [[String]] {
        var found: [[String]] = []
        var block: [String]?
        for line in lines(text) {
            if line == "```" + language {
                block = []
            } else if line == "```", let code = block {
                found.append(code)
                block = nil
            } else {
                block?.append(line)
            }
        }
        return found
    }

    @Test func thereAreDocumentsOfEveryLibrary() {
        let libraries = ["CairoDrawing", "Drawing", "Geometry", "GridGTK", "GridLayout", "GridUI", "Tabular"]
        for library in libraries {
            #expect(Self.documents.contains("Sources/\(library)/\(library).docc/\(library).md"))
        }
    }

    @Test func everyBlockOfSwiftIsCompiled() throws {
        let compiled = try Self.compiled().map { "\n" + $0.joined(separator: "\n") + "\n" }
        var count = 0
        for document in Self.documents {
            for block in Self.blocks("swift", in: try Self.text(document)) {
                let code = "\n" + block.joined(separator: "\n") + "\n"
                #expect(compiled.contains { $0.contains(code) }, "\(document): \(block.first ?? "")")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test func everyLinkLeadsToAFile() throws {
        var count = 0
        for document in Self.documents {
            let folder = Self.root.appending(path: document).deletingLastPathComponent()
            for match in try Self.text(document).matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/) {
                let target = String(match.output.1)
                if target.contains("://") || target.hasPrefix("mailto:") { continue }
                let path = folder.appending(path: target).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(target)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    /// `<doc:Name>` leads to a page of the same catalogue.
    @Test func everyPageThatIsNamedIsThere() throws {
        for document in Self.documents {
            let folder = (document as NSString).deletingLastPathComponent
            for match in try Self.text(document).matches(of: /<doc:([A-Za-z]+)>/) {
                #expect(Self.documents.contains("\(folder)/\(match.output.1).md"), "\(document): \(match.output.1)")
            }
        }
    }
}
