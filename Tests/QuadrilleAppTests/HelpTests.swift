import Testing

@testable import QuadrilleApp

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
            "info FILE", "export FILE", "find FILE", "render FILE", "print FILE", "layout FILE", "--version",
            "--generate ROWSxCOLUMNS",
            "Exit status",
        ]
        for word in words { #expect(outcome.text.contains(word), "\(word)") }
    }

    @Test(arguments: ["open", "info", "export", "find", "render", "print", "layout"])
    func everyCommandHasItsHelp(command: String) throws {
        let outcome = try Program.run(command, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text.contains("USAGE: quadrille \(command == "open" ? "[FILE…]" : command + " FILE") "))
        for line in outcome.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(try Program.run("help", command).text == outcome.text)
    }

    @Test func aFirstWordIsTakenForACommandOnlyWhereNoFileIsMeant() {
        func message(_ word: String, isFile: Bool = false) -> String? {
            Misspelling.message(about: word, isFile: { _ in isFile })
        }
        #expect(message("fnid") == "There is no file 'fnid'. Did you mean 'quadrille find'?")
        #expect(message("lay") == "There is no file 'lay'. Did you mean 'quadrille layout'?")
        #expect(message("fnid", isFile: true) == nil)
        for word in ["find", "help", "fnid.csv", "./fnid", "orders", "", "-", "--", "-h", "--help", "--version"] {
            #expect(message(word) == nil, "\(word)")
        }
    }

    /// What completes the command line and makes the manual is declared with the options; these have values to offer.
    @Test func theShellsAreToldWhichValuesThereAre() throws {
        let declared = try Program.run("--experimental-dump-help").text
        for word in ["timeline", "ndjson", "semicolon", "none", "windows-1252", "file"] {
            #expect(declared.contains("\"\(word)\""), "\(word)")
        }
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
