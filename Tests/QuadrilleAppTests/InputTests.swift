import Foundation
import Testing

/// Where a table can come from, and under which names.
@Suite struct InputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let table = "id,name\n1,x\n2,y"
    private static let described = "  rows      2\n  columns   2\n"

    private func expectTable(_ outcome: Outcome, _ name: String) {
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text.hasPrefix(name + "\n"))
        #expect(outcome.text.contains(Self.described), "\(outcome.text)")
    }

    @Test(arguments: [
        "with space.csv", "Größe 表.csv", "-dash.csv", "data.json", "picture.png", "book.xlsx", "none", ".csv",
        "a:b?*.csv",
    ])
    func aTableIsReadWhateverItsName(name: String) throws {
        try folder.write(name, Self.table)
        expectTable(try Program.run(["info", "--", name], in: folder.path), name)
    }

    @Test(arguments: ["file://", "file://localhost", "FILE://LocalHost", "file:"])
    func aFileURLIsTheFile(beginning: String) throws {
        try folder.write("with space%.csv", Self.table)
        let url = "\(beginning)\(folder.path)/with%20sp%61ce%25.csv"
        expectTable(try Program.run(["info", url], in: folder.path), folder.path("with space%.csv"))
        for command in [
            ["export", url, "--to", "csv"], ["find", url, "x"], ["layout", url], ["render", url, "-o", "p.png"],
            ["print", url, "-o", "p.pdf"],
        ] {
            let outcome = try Program.run(command, in: folder.path)
            #expect(outcome.status == 0 && outcome.errors == "", "\(command)")
        }
        #expect(try Program.run(["export", url, "--to", "sql"]).text.hasPrefix("INSERT INTO \"with space%\""))
    }

    @Test func anURLOfAnotherComputerIsRefused() throws {
        for command in [["info"], ["export", "--to", "csv"], ["find", "x"], []] {
            let arguments = command.prefix(1) + ["file://server/t.csv"] + command.dropFirst()
            let outcome = try Program.run(Array(arguments))
            #expect(outcome.status == 64)
            #expect(
                outcome.errors.contains(
                    "'file://server/t.csv' is a file of the computer 'server'. Open a file of this computer: file:///… or a path."
                ),
                "\(outcome.errors)")
        }
        #expect(try Program.run("info", "file:///a%2").errors.contains("is not a file URL"))
    }

    @Test func anURLMayStandForOtherBytesThanUTF8() throws {
        let script = """
            printf 'id,name\\n1,x\\n2,y' > "$(printf 'a\\377b.csv')"
            exec "$quadrille" info "file://$PWD/a%FFb.csv"
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(outcome.text.contains(Self.described))
    }

    @Test func whatOnlyLooksLikeAnURLIsAPath() throws {
        try folder.write("file:x.csv", Self.table)
        expectTable(try Program.run(["info", "file:x.csv"], in: folder.path), "file:x.csv")
    }

    @Test func anOpenedFileMayBeginWithADash() throws {
        try folder.write("-dash.csv", Self.table)
        let outcome = try Program.run(["--", "-dash.csv"], in: folder.path)
        // No display, but no wrong usage either.
        #expect(outcome.status == 1)
    }

    @Test func aNameOfOtherBytesThanUTF8IsOpened() throws {
        let script = """
            printf 'id,name\\n1,x\\n2,y' > "$(printf 'a\\377b.csv')"
            exec "$quadrille" info "$(printf 'a\\377b.csv')"
            """
        expectTable(try Program.shell(script, in: folder.path), "a\u{FFFD}b.csv")
        let missing = try Program.shell("exec \"$quadrille\" info \"$(printf 'c\\377d.csv')\"", in: folder.path)
        #expect(missing.status == 1)
        #expect(
            missing.errors == "quadrille: c\u{FFFD}d.csv: there is no such file. Check the name and the folder.\n")
        let output = try Program.shell(
            "exec \"$quadrille\" render --generate 1x1 -o \"$(printf 'c\\377d.png')\"", in: folder.path)
        #expect(output.status == 64)
        #expect(output.errors.hasPrefix("Error: The name of --output must be UTF-8.\n"))
    }

    @Test func standardInputIsReadFromAFileAPipeAndADevice() throws {
        let path = try folder.write("t.csv", Self.table)
        expectTable(try Program.run(["info", "-"], input: path), "-")
        expectTable(try Program.shell("cat \"$1\" | \"$quadrille\" info -", [path]), "-")
        expectTable(try Program.run(["info", "/dev/stdin"], input: path), "/dev/stdin")
        expectTable(try Program.shell("cat \"$1\" | \"$quadrille\" info /dev/stdin", [path]), "/dev/stdin")
    }

    @Test func aPipeThatBreaksOffGivesWhatCame() throws {
        for end in ["exit 3", "kill -9 $$"] {
            let script = "{ sh -c 'printf \"id,name\\n1,x\\n2,\"; \(end)'; } 2> /dev/null | \"$quadrille\" info -"
            expectTable(try Program.shell(script), "-")
        }
    }

    @Test func aFIFOIsReadToItsEnd() throws {
        let script = """
            mkfifo f
            { printf 'id,name\\n1,x\\n'; printf '2,y\\n'; } > f &
            "$quadrille" info f; status=$?
            wait
            exit $status
            """
        expectTable(try Program.shell(script, in: folder.path), "f")
    }

    @Test func devicesAndFilesOfTheKernelAreRead() throws {
        let null = try Program.run("info", "/dev/null")
        #expect(null.status == 0)
        #expect(null.text.contains("rows      0\n"))
        let status = try Program.run("info", "/proc/self/status")
        #expect(status.status == 0)
        #expect(status.text.contains("Name:"))
        #expect(!status.text.contains("rows      0\n"))
    }

    private static let page = "/sys/kernel/mm/transparent_hugepage/enabled"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: page), "this kernel has no such file"))
    func aFileThatSaysItIsLongerThanItIsIsRead() throws {
        let outcome = try Program.run("info", Self.page)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("rows      1\n"))
    }

    @Test func aFileThatCannotBeReadIsNotTakenForAnEmptyOne() throws {
        let outcome = try Program.run("info", "/proc/self/mem")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "quadrille: /proc/self/mem: reading stopped at byte 0: Input/output error. "
                + "Check the disk or the connection, then open it again.\n")
    }

    @Test func aClosedStandardInputIsAnError() throws {
        let outcome = try Program.shell("exec \"$quadrille\" info - <&-")
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.errors.hasPrefix("quadrille: standard input: "))
    }

    @Test func aFolderThatHasGoneHarmsNoOtherPath() throws {
        let path = try folder.write("t.csv", Self.table)
        let script =
            "mkdir gone && cd gone && rmdir \"$PWD\"; \"$quadrille\" info t.csv; exec \"$quadrille\" info \"$1\""
        let outcome = try Program.shell(script, [path], in: folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "quadrille: t.csv: there is no such file. Check the name and the folder.\n")
        #expect(outcome.text.contains(Self.described))
    }
}
