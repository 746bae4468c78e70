import Testing

/// Where `render` writes to: whole files or none.
@Suite struct RenderOutputTests {
    private let folder: TemporaryFolder
    private let table: String

    init() throws {
        folder = try TemporaryFolder()
        table = try folder.write("t.csv", "a,b\n1,2\n")
    }

    private func render(to output: String) throws -> Outcome {
        try Program.run(["render", table, "-o", output, "--size", "300x200"])
    }

    @Test(arguments: ["png", "svg", "pdf"])
    func aFolderThatIsNotThereIsSaid(ending: String) throws {
        let output = folder.path("missing/p.\(ending)")
        let outcome = try render(to: output)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "quadrille: \(output): cannot be written: No such file or directory. "
                + "Choose another place for the output.\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test(arguments: ["png", "svg", "pdf"])
    func aFullDiskIsSaidAndNothingIsLeft(ending: String) throws {
        let output = folder.path("full.\(ending)")
        #expect(try Program.shell("ln -s /dev/full \"$1\"", [output]).status == 0)
        let outcome = try render(to: output)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: \(output): there is no room for the output. Make room, or choose another disk.\n")
        #expect(try folder.names == ["full.\(ending)", "t.csv"])
    }

    @Test(.withoutSanitizer) func aFileThatGrowsTooLargeLeavesTheOldOne() throws {
        let output = try folder.write("p.png", "old")
        let outcome = try Program.shell(
            "ulimit -f 1; trap '' XFSZ; exec \"$quadrille\" render \"$1\" -o \"$2\"", [table, output])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("quadrille: \(output): cannot be written: File too large. "))
        #expect(try folder.bytes("p.png") == Array("old".utf8))
        #expect(try folder.names == ["p.png", "t.csv"])
    }

    @Test func aFolderWhereNobodyMayWriteIsSaid() throws {
        let output = folder.path("p.png")
        let outcome = try Program.shell(
            """
            chmod 755 "$2"
            exec setpriv --reuid=65534 --regid=65534 --clear-groups "$quadrille" render "$1" -o "$3"
            """, [table, folder.path, output])
        try #require(!outcome.errors.contains("setpriv:"), "cannot become another user: \(outcome.errors)")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "quadrille: \(output): cannot be written: Permission denied. "
                + "Choose another place for the output.\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test func theInputIsNeverWrittenOver() throws {
        let lying = try folder.write("data.png", "a,b\n1,2\n")
        let outcome = try Program.run(["render", lying, "-o", lying])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: \(lying): is the file that is being read. Choose another name for the output.\n")
        #expect(try folder.bytes("data.png") == Array("a,b\n1,2\n".utf8))
    }

    @Test func anUnreadableInputLeavesTheOldPicture() throws {
        let output = try folder.write("p.png", "old")
        let outcome = try Program.run("render", folder.path("missing.csv"), "-o", output)
        #expect(outcome.status == 1)
        #expect(try folder.bytes("p.png") == Array("old".utf8))
    }

    @Test func aFolderIsNoPicture() throws {
        let output = folder.path("folder.png")
        let outcome = try Program.shell("mkdir \"$2\"; exec \"$quadrille\" render \"$1\" -o \"$2\"", [table, output])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: \(output): cannot be written: Is a directory. Choose another place for the output.\n")
    }
}
