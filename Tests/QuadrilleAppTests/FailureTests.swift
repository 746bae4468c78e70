import Testing

/// Inputs that cannot be read: status 1, nothing on standard output, and one line that says what, where and what to do.
@Suite struct FailureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expectFailure(_ outcome: Outcome, _ message: String) {
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.errors == "quadrille: \(message)\n")
    }

    private static let noFile = "there is no such file. Check the name and the folder."

    @Test(arguments: ["info", "export --to csv", "render -o p.png"])
    func whatIsNotThereIsSaidByEveryCommand(command: String) throws {
        let arguments = command.split(separator: " ").map(String.init)
        expectFailure(
            try Program.run(arguments + ["no such.csv"], in: folder.path), "no such.csv: \(Self.noFile)")
        expectFailure(try Program.run(arguments + ["t/u.csv"], in: folder.path), "t/u.csv: \(Self.noFile)")
        expectFailure(try Program.run(arguments + ["."], in: folder.path), ".: is a folder. Open a file in it.")
        #expect(try folder.names == [])
    }

    @Test func aFileAsAFolderAndALinkToNothingAreNoFiles() throws {
        try folder.write("t.csv", "a,b\n")
        expectFailure(try Program.run(["info", "t.csv/u.csv"], in: folder.path), "t.csv/u.csv: \(Self.noFile)")
        let linked = try Program.shell("ln -s nowhere l.csv; exec \"$quadrille\" info l.csv", in: folder.path)
        expectFailure(linked, "l.csv: \(Self.noFile)")
        let loop = try Program.shell("ln -s m.csv m.csv; exec \"$quadrille\" info m.csv", in: folder.path)
        expectFailure(
            loop,
            "m.csv: cannot be opened: Too many levels of symbolic links. Check the file and the disk that it is on.")
    }

    @Test func aMessageIsOneLineWhateverTheName() throws {
        let outcome = try Program.run("info", "/no\nsuch\u{1B}[31m.csv")
        expectFailure(outcome, "/no⏎such␛[31m.csv: \(Self.noFile)")
    }

    @Test func withoutPermissionTheOwnerIsNamedAsTheOneToAsk() throws {
        let path = try folder.write("t.csv", "a,b\n")
        let script = """
            chmod 755 "$2"; chmod 600 "$1"
            exec setpriv --reuid=65534 --regid=65534 --clear-groups "$quadrille" info "$1"
            """
        let outcome = try Program.shell(script, [path, folder.path])
        try #require(!outcome.errors.contains("setpriv:"), "cannot become another user: \(outcome.errors)")
        expectFailure(outcome, "\(path): you may not read this file. Ask its owner, or change its permissions.")
    }

    private static let saveAsCSV = "Save it as CSV and open that."
    private static let saveSheet = "Save the sheet as CSV and open that."
    private static let force = "If it is a table of text all the same, open it with --text."
    private static let view = "Open it with a picture viewer."

    private static let foreign: [(bytes: String, kind: String, advice: String)] = [
        ("PK\u{3}\u{4}....[Content_Types].xml....xl/workbook.xml", "an Excel workbook (XLSX)", saveSheet),
        (
            "PK\u{3}\u{4}....mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK",
            "an OpenDocument spreadsheet (ODS)", saveSheet
        ),
        ("PAR1\u{15}\u{4}", "a Parquet file", saveAsCSV),
        ("ARROW1\u{0}\u{0}", "an Arrow file (Feather)", saveAsCSV),
        ("%PDF-1.7\n", "a PDF document", "Open it with a document viewer."),
        (
            String(repeating: "\u{1}\u{2}\u{3}a", count: 100), "binary data of an unknown kind", force
        ),
    ]

    private static let foreignBytes: [(bytes: [UInt8], kind: String, advice: String)] = [
        ([0x04, 0x22, 0x4D, 0x18, 4], "LZ4-compressed data", "Run unlz4 on it and open the result."),
        ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "a PNG picture", view),
        ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture", view),
    ]

    @Test(arguments: foreign.map { (Array($0.bytes.utf8), $0.kind, $0.advice) } + foreignBytes)
    func whatIsNoTableOfTextIsNamedByItsContent(bytes: [UInt8], kind: String, advice: String) throws {
        // The name lies.
        try folder.write("orders.csv", bytes)
        let message = "is \(kind), which is not read yet. \(advice)"
        expectFailure(try Program.run(["info", "orders.csv"], in: folder.path), "orders.csv: \(message)")
        expectFailure(
            try Program.shell("\"$quadrille\" info - < orders.csv", in: folder.path), "standard input: \(message)")
    }

    @Test func compressedArchiveIsReadWhateverItIsCalled() throws {
        let script = "echo a,b > t.csv; tar -cf t.tar t.csv; gzip -c t.tar > t.csv; exec \"$quadrille\" info t.csv"
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("CSV · tar in gzip"))
    }

    @Test func textOptionReadsWhatLooksLikeSomethingElse() throws {
        try folder.write("t.csv", "{\"a\": 1}\n{\"a\": 2}\n")
        let outcome = try Program.run(["info", "--text", "t.csv"], in: folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("rows      "))
    }

    @Test func withoutADisplayAWindowIsRefusedAndRenderNamed() throws {
        try folder.write("t.csv", "a,b\n1,2\n")
        let message =
            "no display could be opened. Start it in a desktop session, or draw a picture without one: "
            + "quadrille render FILE --output PICTURE.png"
        expectFailure(try Program.run(["t.csv"], in: folder.path), message)
        expectFailure(try Program.run(["--generate", "10x10"], in: folder.path), message)
        expectFailure(try Program.run([], in: folder.path), message)
    }

    @Test func aFileThatIsCutWhileItIsReadIsSaid() throws {
        // The last record of 64 MB is gone before the reader comes to it.
        let script = """
            yes 'some,text,1234567890' | head -c 64000000 > t.csv
            "$quadrille" info t.csv & truncate -s 1000 t.csv; wait $!
            """
        let outcome = try Program.shell(script, in: folder.path)
        // It may come too early to be noticed; never is it half a table without a word.
        if outcome.status == 0 {
            #expect(outcome.text.contains("rows      4") || outcome.text.contains("rows      3,047,6"))
        } else {
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("quadrille: t.csv: was "))
        }
    }

    @Test func aTemporaryFolderThatCannotBeUsedIsNamed() throws {
        let outcome = try Program.shell("printf 'a,b\\n' | TMPDIR=/nonexistent \"$quadrille\" info -")
        expectFailure(
            outcome,
            "standard input: needs a temporary file in /nonexistent, which cannot be made: No such file or directory. "
                + "Set TMPDIR to a folder that can be written to.")
    }
}
