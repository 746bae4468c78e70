import Foundation
import Testing

@testable import QuadrilleApp

/// `--type`, `--numbers` and `--null`, and what `info`, `export` and filters make of them.
@Suite struct TypeOptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func column(_ name: String, _ text: String, _ options: [String] = []) throws -> [String: Any] {
        let path = try folder.write("t.csv", text)
        let outcome = try Program.run(["info", path, "--json"] + options)
        #expect(outcome.status == 0 && outcome.errors == "")
        let columns = try #require(try outcome.json["columns"] as? [[String: Any]])
        return try #require(columns.first { $0["name"] as? String == name })
    }

    private func values(_ text: String, _ options: [String]) throws -> [String] {
        let path = try folder.write("t.csv", text)
        let outcome = try Program.run(["export", path, "--to", "csv", "--no-header", "--columns", "1"] + options)
        #expect(outcome.status == 0 && outcome.errors == "")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    private let german = "n;d;v\na;03.02.2031;1.234,50 €\nb;25.12.2030;(3,40 €)\nc;01.01.2031;soon\nd;;-\n"

    @Test func typeIsChosenAndMisfitsAreCounted() throws {
        let found = try column("v", german, ["--type", "v=number"])
        #expect(found["type"] as? String == "decimal" && found["typeSource"] as? String == "chosen")
        #expect(found["decimalMark"] as? String == "comma" && found["unit"] as? String == "€")
        #expect(found["misfits"] as? Int == 1 && found["nullValues"] as? Int == 1)
        let detected = try column("v", german)
        #expect(detected["type"] as? String == "text" && detected["typeSource"] as? String == "detected")
        #expect(
            try column("v", german, ["--type", "v=number", "--type", "3=automatic", "--type", "v=automatic"])["type"]
                as? String == "text")
    }

    @Test func chosenTypeSortsAndFilters() throws {
        let options = ["--type", "\"v\"=number:comma"]
        #expect(try values(german, options + ["--sort", "v"]) == ["b", "a", "c", "d"])
        #expect(try values(german, options + ["--filter", "v misfit"]) == ["c"])
        #expect(try values(german, options + ["--filter", "v null"]) == ["d"])
        #expect(try values(german, options + ["--filter", "d empty"]) == ["d"])
        #expect(try values(german, options + ["--filter", "v blank"]) == ["d"])
        #expect(try values("a,b\n1,\n2\n3,NA\n4,5\n", ["--filter", "b missing"]) == ["2"])
        #expect(try values("a,b\n1,\n2\n3,NA\n4,5\n", ["--filter", "b blank"]) == ["1", "2", "3"])
        #expect(try values("a,b\n1,10%\n2,9%\n", ["--filter", "b > 9"]) == ["1"])
        #expect(try values("a,b\n1,10%\n2,9%\n", ["--filter", "b > 9%"]) == ["1"])
    }

    @Test func numbersAndWordsAreThoseOfTheOptions() throws {
        #expect(try column("b", "a;b\nx;1.234\ny;2.500\n", ["--numbers", "comma"])["type"] as? String == "integer")
        #expect(try column("b", "a;b\nx;1.234\ny;2.500\n")["type"] as? String == "decimal")
        #expect(try column("b", "a,b\nx,1\ny,NA\n", ["--null", ""])["type"] as? String == "text")
        #expect(try column("b", "a,b\nx,1\ny,none at all\n", ["--null", "NA,none at all"])["nullValues"] as? Int == 1)
    }

    @Test(arguments: [
        (["--type", "v"], "write COLUMN=TYPE"), (["--type", "v=float"], "a type is automatic, text"),
        (["--numbers", "dot"], "the decimal mark is automatic, point or comma"),
        (["--type", "w=text"], "--type 'w': there is no such column."),
    ])
    func wrongChoiceIsExplained(options: [String], message: String) throws {
        let path = try folder.write("t.csv", german)
        for command in [["info", path], ["find", path, "x"], ["export", path, "--to", "csv"]] {
            let outcome = try Program.run(command + options)
            #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test func readingIsSaidInText() throws {
        let path = try folder.write("t.csv", "n;m;p;d\na;1.234;3,40 %;03/02/2031\nb;999;NA;01/05/2031\n")
        let outcome = try Program.run(["info", path])
        #expect(outcome.text.contains("integer   m\n       decimal comma (by other columns)\n"))
        #expect(outcome.text.contains("decimal   p\n       decimal comma, %, 1 word for no value\n"))
        #expect(outcome.text.contains("date      d\n       month first (assumed)\n"))
    }

    @Test func typedJSONHasNumbersTruthsAndNulls() throws {
        let text = "a;b;c;d;e;f\n007;1.234,50;yes;NA;x;1\n10;-;No;2;;2\n"
        let path = try folder.write("t.csv", text)
        let outcome = try Program.run(["export", path, "--to", "ndjson", "--typed", "--type", "f=boolean"])
        #expect(
            outcome.text == """
                {"a":"007","b":1234.50,"c":true,"d":null,"e":"x","f":true}
                {"a":"10","b":null,"c":false,"d":2,"e":"","f":"2"}

                """)
        #expect(
            try Program.run(["export", path, "--to", "csv", "--typed"]).errors.contains(
                "--typed is for --to json and ndjson."))
    }
}
