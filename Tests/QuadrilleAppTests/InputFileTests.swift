import Testing

/// The file that is read is not written to, by whatever name it is read or written.
@Suite struct InputFileTests {
    private static let content = Array("a\n1\n2\n3\n".utf8)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("st.csv", Self.content)
        let links = try Program.shell(
            "ln -s st.csv link.csv; ln st.csv hard.csv; ln st.csv p.png; ln st.csv p.pdf", in: folder.path)
        try #require(links.status == 0)
    }

    private func content(of name: String) throws -> [UInt8] { try folder.bytes(name) }

    @Test(arguments: [
        ("export - --to csv --rows 1:1 --output st.csv < st.csv", "st.csv"),
        ("export - --to json -o ./st.csv < st.csv", "./st.csv"),
        ("export - --to bytes --rows 1 -o link.csv < st.csv", "link.csv"),
        ("export - --to csv -o hard.csv < st.csv", "hard.csv"), ("export - --to csv -o st.csv < link.csv", "st.csv"),
        ("export - --to csv -o st.csv <> st.csv", "st.csv"), ("export - --value 1,1 -o st.csv < st.csv", "st.csv"),
        ("export /dev/stdin --to csv -o st.csv < st.csv", "st.csv"),
        ("export /dev/fd/3 --to csv -o st.csv 3< st.csv", "st.csv"),
        ("export /proc/self/fd/0 --to csv -o hard.csv < st.csv", "hard.csv"),
        ("export link.csv --to csv -o hard.csv", "hard.csv"),
        ("render - -o p.png < st.csv", "p.png"), ("print - -o p.pdf < st.csv", "p.pdf"),
        ("export st.csv --to csv >> st.csv", "standard output"),
        ("export st.csv --to csv --rows 1:1 1<> st.csv", "standard output"),
        ("export - --to json < st.csv 1<> link.csv", "standard output"),
        ("export - --value 1,1 < st.csv >> hard.csv", "standard output"),
        ("export - --to csv -o - < st.csv >> st.csv", "standard output"),
    ])
    func outputIsRefused(command: String, name: String) throws {
        let outcome = try Program.shell("\"$quadrille\" \(command)", in: folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: \(name): is the file that is being read. Choose another name for the output.\n")
        for name in ["st.csv", "link.csv", "hard.csv", "p.png", "p.pdf"] {
            #expect(try content(of: name) == Self.content)
        }
    }

    /// The input's offset is no reason: the file is the same wherever it stands.
    @Test func inputThatIsReadInPartIsRefused() throws {
        let outcome = try Program.shell(
            "{ read -r line; \"$quadrille\" export - --to csv -o st.csv; } < st.csv", in: folder.path)
        #expect(outcome.status == 1)
        #expect(try content(of: "st.csv") == Self.content)
    }

    @Test(arguments: [
        "export - --to csv -o new.csv < st.csv", "export - --to csv < st.csv > new.csv",
        "export <(cat st.csv) --to csv -o new.csv", "export st.csv --to csv -o >(cat > new.csv; sync new.csv)",
        "export - --to csv -o new.csv < <(cat st.csv)", "export - --to csv -o st.csv < <(cat st.csv)",
    ])
    func otherFilesAreWritten(command: String) throws {
        let outcome = try Program.shell(
            "exec bash -c \"$1\"", ["\"$quadrille\" \(command); status=$?; wait; exit $status"], in: folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(try folder.bytes(command.contains("new.csv") ? "new.csv" : "st.csv") == Self.content)
    }

    @Test func terminalsAndNullAreNotOver() throws {
        let outcome = try Program.shell("\"$quadrille\" export - --to csv -o /dev/null < /dev/null", in: folder.path)
        #expect(!outcome.errors.contains("is the file that is being read"))
    }
}
