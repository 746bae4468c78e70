import QuadrilleApp
import Testing

@Suite struct HelpTests {
    @Test func theVersionIsOneLine() throws {
        let outcome = try Program.run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.text == Quadrille.version + "\n")
        #expect(outcome.errors == "")
    }

    @Test(arguments: ["--help", "-h", "help"])
    func theHelpFitsATerminalOf80By40(argument: String) throws {
        let outcome = try Program.run(argument)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40)
        for line in lines { #expect(line.count <= 80, "\(line)") }
        let words = [
            "info FILE", "export FILE", "find FILE", "render FILE", "layout FILE", "--version",
            "--generate ROWSxCOLUMNS",
            "Exit status",
        ]
        for word in words { #expect(outcome.text.contains(word), "\(word)") }
    }

    @Test(arguments: ["open", "info", "export", "find", "render", "layout"])
    func everyCommandHasItsHelp(command: String) throws {
        let outcome = try Program.run(command, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text.contains("USAGE: quadrille \(command == "open" ? "[FILE…]" : command + " FILE") "))
        for line in outcome.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(try Program.run("help", command).text == outcome.text)
    }

    @Test func theLengthsOfViewsAreInTheLongHelpAlone() throws {
        let short = try Program.run("render", "--help")
        let long = try Program.run("render", "--help-hidden")
        #expect(long.status == 0)
        for option in ["--row-height", "--card-width"] {
            #expect(!short.text.contains(option))
            #expect(long.text.contains(option + " <pixels>"))
        }
        for line in long.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
}
