import Testing

/// Each format of `export` through a reader that others wrote.
@Suite struct ForeignReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ["csv", "--to", "csv"], ["csv", "--to", "csv", "--pad"], ["csv", "--to", "csv", "--sort", "id"],
        ["tsv", "--to", "tsv"], ["csv", "--to", "bytes"], ["json", "--to", "json"], ["ndjson", "--to", "ndjson"],
        ["typed", "--to", "json", "--typed"], ["html", "--to", "html"], ["markdown", "--to", "markdown"],
        ["sql", "--to", "sql", "--table", "t"], ["guarded", "--to", "csv", "--escape-formulas"],
    ])
    func exportReadsBackAsTheSameValues(arguments: [String]) throws {
        let script = try folder.write("read.py", ForeignReaders.script)
        let outcome = try Program.shell(
            "exec python3 \"$@\" 2>&1", [script, Program.path, folder.path] + arguments)
        #expect(outcome.status == 0)
        #expect(outcome.text.prefix(4000) == "")
    }

    /// Text of another encoding, with doubled quotes in it: what is no UTF-8 is U+FFFD wherever a format has to be UTF-8.
    @Test(arguments: [
        ["json"], ["ndjson"], ["json", "--typed"], ["markdown"], ["html"], ["sql"], ["ndjson", "--columns", "2,1"],
        ["ndjson", "--sort", "note:desc"],
    ])
    func outputIsUTF8WhateverTheFileIs(format: [String]) throws {
        let script = #"""
            import sys
            rows = (b'%d,"%d ""caf\xe9""","\xe9%s"\n' % (i, i, b'x' * (i % 70)) for i in range(20000))
            open(sys.argv[1], "wb").write(b"id,note,other\n" + b"".join(rows))
            """#
        let made = try Program.shell("exec python3 -c \"$1\" \"$2\"", [script, folder.path("latin.csv")])
        try #require(made.status == 0, "\(made.errors)")
        let outcome = try Program.run(
            ["export", folder.path("latin.csv"), "--encoding", "utf-8", "--to"] + format)
        #expect(outcome.status == 0)
        #expect(String(validating: outcome.output, as: UTF8.self) != nil)
        let signs = outcome.text.unicodeScalars.count { $0 == "\u{FFFD}" }
        #expect(signs == (format.contains("--columns") ? 20_000 : 40_000))
    }

    /// A column alone, whose values have several pieces: in all rows, and in one among plain ones.
    @Test(arguments: ["json", "ndjson"], [0, 4020])
    func columnOfPiecesIsUTF8(format: String, row: Int) throws {
        let script = #"""
            import sys
            row, path = int(sys.argv[1]), sys.argv[2]
            all = [b'"%d ""caf\xe9"""\n' % i for i in range(20000)]
            one = [b'"caf\xe9 ""x"""\n' if i == row else b"plain\n" for i in range(9000)]
            rows = all if row == 0 else one
            open(path, "wb").write(b"note\n" + b"".join(rows))
            """#
        let made = try Program.shell(
            "exec python3 -c \"$1\" \"$2\" \"$3\"", [script, "\(row)", folder.path("pieces.csv")])
        try #require(made.status == 0, "\(made.errors)")
        let outcome = try Program.run(["export", folder.path("pieces.csv"), "--encoding", "utf-8", "--to", format])
        #expect(outcome.status == 0)
        #expect(String(validating: outcome.output, as: UTF8.self) != nil)
        #expect(outcome.text.unicodeScalars.count { $0 == "\u{FFFD}" } == (row == 0 ? 20_000 : 1))
    }

    /// The same bytes, whatever the threads of a run come to first, and whatever runs beside it.
    @Test func sameCommandGivesTheSameBytesUnderLoad() throws {
        let texts = ["a", "\"line\nbreak\"", "\"say \"\"hi\"\"\"", "\"5\" hi\"", "\"x\"\"\"", "hi"]
        let rows = (0..<4000).map { "\($0),\(texts[$0 * 7919 % 31 % texts.count]),\(texts[$0 % 5])\n" }
        let text = Array(("id,note,more\n" + rows.joined()).utf8)
        try folder.write("t.csv", text)
        // In parts, each of which has its time.
        for first in stride(from: 1, through: 41, by: 10) {
            let outcome = try Program.shell(
                """
                run() { name=$1; shift; "$quadrille" "$@" > out.$name.$number 2>&1 || echo failed $name; }
                for number in $(seq "$1" $(($1 + 9))); do
                    run find find t.csv hi -i &
                    [ $((number % 3)) = 1 ] || continue
                    run export export t.csv --to ndjson --sort note &
                    run info info t.csv --json &
                    wait
                done
                wait
                """, ["\(first)"], in: folder.path)
            #expect(outcome.status == 0 && outcome.text == "")
        }
        let sums = "for name in find export info; do cksum out.$name.* | cut -d ' ' -f 1,2 | sort -u | wc -l; done"
        #expect(try Program.shell(sums, in: folder.path).text == "1\n1\n1\n")
        let lines = String(decoding: try folder.bytes("out.find.1"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 1500)
        let bytes = lines.compactMap { Int($0.split(separator: "\t")[2]) }
        #expect(bytes.count == lines.count && bytes.allSatisfy { text[$0...].starts(with: "hi".utf8) })
    }
}
