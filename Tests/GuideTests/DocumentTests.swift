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

    /// Where the code of documents is compiled: here, in the tests of the layouts, and in programs.
    private static func compiled() throws -> [[String]] {
        let tests = root.appending(path: "Tests")
        let here = try FileManager.default.contentsOfDirectory(atPath: tests.appending(path: "GuideTests").path)
            .filter { $0.hasSuffix(".swift") }.map { "Tests/GuideTests/" + $0 }
        let programs = ["Sources/Samples/main.swift", "Tests/SmallestProgram/main.swift"]
        let layouts = ["DocumentationTests.swift", "OutsideLayoutTests.swift"].map { "Tests/GridLayoutTests/" + $0 }
        let formats = ["Tests/SampleFormat/WordFormat.swift", "Tests/SampleViewer/main.swift"]
        return try (here + layouts + formats + programs).map { lines(try text($0)) }
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

    @Test func thereAreDocumentsOfEveryLibraryAndTheREADMENamesThem() throws {
        let (readme, manifest) = (try Self.text("README.md"), try Self.text("Package.swift"))
        let libraries = manifest.matches(of: /\.library\(name: "([A-Za-z]+)"/).map { String($0.output.1) }
        #expect(libraries.count > 8)
        for library in libraries {
            #expect(readme.contains("`\(library)`"), "\(library)")
            // The C of another library has no words of its own.
            let page = "Sources/\(library)/\(library).docc/\(library).md"
            #expect(Self.documents.contains(page) == (library != "CGTK"), "\(page)")
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
                if target.contains("://") || target.hasPrefix("mailto:") || target.hasPrefix("doc:") { continue }
                let path = folder.appending(path: target).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(target)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    /// `doc:Name` leads to a page of the same catalogue, by its title; where files are read as they are only the page's
    /// name does, so that it stands in the text as well.
    @Test func everyPageThatIsListedIsThereAndLinkedByItsNameToo() throws {
        var count = 0
        for document in Self.documents {
            let (folder, text) = ((document as NSString).deletingLastPathComponent, try Self.text(document))
            #expect(!text.contains("<doc:"), "\(document)")
            for match in text.matches(of: /\[([^\]]+)\]\(doc:([A-Za-z]+)\)/) {
                let page = "\(folder)/\(match.output.2).md"
                #expect(
                    Self.documents.contains(page) && text.contains("](\(match.output.2).md)"), "\(document): \(page)")
                if Self.documents.contains(page) { #expect(try Self.text(page).hasPrefix("# \(match.output.1)\n")) }
                count += 1
            }
        }
        #expect(count > 4)
    }
}
