import SeededRandom
import Testing

@testable import QuadrilleApp

/// Files alone are opened without the parser, which would say the same.
@Suite struct PlainFileTests {
    private static let words = [
        "a.csv", "/tmp/b c.tsv", "näher.csv", "info", "open", "help", "export", "find", "-", "--", "--follow", "-h", "",
        "1",
    ]

    private func parsed(_ arguments: [String]) throws -> OpenRequest? {
        try (QuadrilleCommand.parseAsRoot(arguments) as? OpenCommand)?.request()
    }

    @Test func filesAloneAreWhatTheParserMakesOfThem() throws {
        var random = SplitMix64(seed: 11)
        var plain = 0
        for _ in 0..<200 {
            let arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Self.words.randomElement(using: &random) ?? ""
            }
            guard let request = OpenCommand.plainRequest(arguments[...]) else { continue }
            plain += 1
            #expect(try request == parsed(arguments), "\(arguments)")
        }
        #expect(plain > 20)
    }

    @Test func whatMayBeMeantOtherwiseIsLeftToTheParser() {
        for arguments in [[], ["info"], ["help", "a.csv"], ["-"], ["a.csv", "--follow"], ["--", "a.csv"], [""]] {
            #expect(OpenCommand.plainRequest(arguments[...]) == nil, "\(arguments)")
        }
        #expect(OpenCommand.plainRequest(["a.csv", "info"])?.paths == ["a.csv", "info"])
    }
}
