import Foundation
import Testing

/// Compressed files and pipes, through every command.
@Suite struct CompressedInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let table = "id,name\n1,x\n2,y\n3\n"

    /// The table, made once by `gzip -n`, `zstd`, `xz`, `bzip2` and `zip`, not all of which are on every machine.
    private static let packed: [(name: String, base64: String)] = [
        ("gzip", "H4sIAAAAAAAAA8tM0clLzE3lMtSp4DLSqeQy5gIAZsKRFxIAAAA="),
        ("zstd", "KLUv/SQSkQAAaWQsbmFtZQoxLHgKMix5CjMK1sdLPg=="),
        (
            "xz",
            "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQARaWQsbmFtZQoxLHgKMix5CjMKAAAAn3MNQkrCvncAASoSSwhUvB+2830BAAAA"
                + "AARZWg=="
        ), ("bzip2", "QlpoOTFBWSZTWdPEnWQAAAbZgAAQAAQ4ACYjAGAgACKyMahvUIBoAVi8upizgNgu5IpwoSGniTrI"),
        (
            "zip",
            "UEsDBAoAAAAAAAAAIVxmwpEXEgAAABIAAAAFAAAAdC5jc3ZpZCxuYW1lCjEseAoyLHkKMwpQSwECHgMKAAAAAAAAACFcZsKR"
                + "FxIAAAASAAAABQAAAAAAAAABAAAApIEAAAAAdC5jc3ZQSwUGAAAAAAEAAQAzAAAANQAAAAAA"
        ),
    ]

    private func write(_ base64: String, _ name: String = "t.csv") throws {
        try folder.write(name, Array(try #require(Data(base64Encoded: base64))))
    }

    @Test(arguments: packed)
    func whatTheToolsMakeIsReadFromAFileAndAPipe(name: String, base64: String) throws {
        try write(base64)
        let info = """
              format    CSV · \(name) (lines and bytes count in what is unpacked)
              encoding  UTF-8
              dialect   comma, quote ", LF, header
              rows      3
              columns   2
                1  integer   id
                2  text      name
              problems  1 (1 ragged)
                record 4 (line 4): 1 field where the header has 2. Shown padded.

            """
        let outcome = try Program.run(["info", "t.csv"], in: folder.path)
        #expect(outcome.errors == "")
        #expect(outcome.text == "t.csv\n" + info)
        let piped = try Program.shell("cat t.csv | \"$quadrille\" info -", in: folder.path)
        #expect(piped.text == "-\n" + info)
        let json = try Program.run(["info", "t.csv", "--json"], in: folder.path).json
        #expect(json["compression"] as? String == name)
        #expect(json["format"] as? String == "CSV")
    }

    @Test func everyCommandReadsWhatIsCompressed() throws {
        try folder.write("t.csv", Self.table)
        let script = """
            gzip -c t.csv > t.gz
            for file in t.csv t.gz; do
                "$quadrille" export $file --to tsv && "$quadrille" export $file --to csv --rows 2:3
                "$quadrille" layout $file --at 2,1 --json && "$quadrille" render $file -o $file.png --size 200x100
            done
            cmp t.csv.png t.gz.png
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        let half = outcome.output.count / 2
        #expect(outcome.output.prefix(half) == outcome.output.suffix(half))
        #expect(outcome.text.hasPrefix("id\tname\n1\tx\n"))
    }

    /// Cut at the end, and damaged there: what is unpacked right behind the damage may be anything.
    @Test(arguments: ["gzip -c", "zstd -qc", "xz -c --block-size=65536", "bzip2 -1 -c"], ["cut", "changed"])
    func rowsBeforeDamageAreWritten(tool: String, damage: String) throws {
        let script = """
            { echo id,name; seq 1 60000 | sed 's/.*/&,name &/'; } > t.csv
            command -v ${1%% *} > /dev/null || exit 77
            $1 t.csv > t.packed; size=$(($(stat -c %s t.packed) * 3 / 4))
            if [ $2 = cut ]; then head -c $size t.packed > d; else
                cp t.packed d; printf 'damage of some bytes' | dd of=d bs=1 seek=$size conv=notrunc status=none; fi
            say() { echo "$@ $status $(cat err | cut -c1-30)"; }
            run() { "$quadrille" "$@" > out 2> err; status=$?; }
            run export d --to csv; rows=$(($(wc -l < out) - 1)); say export $((rows > 20000))
            for f in t.csv out; do head -n 20001 $f > first.$f; done; cmp first.t.csv first.out
            run info d; say info $(grep -c "rows .*(those before the error)" out)
            run info d --json; say json $(grep -c '"rows": '$rows, out) $(grep -c '"error": "unpacking stopped' out)
            run find d name --column name --count; say find $(($(cat out) > 20000))
            run export d --to csv --no-header --filter 'id > 100'; say filter $(($(wc -l < out) > 20000))
            run export d --to csv --rows :100; say part $(wc -l < out)
            echo old > kept; run export d --to csv -o kept; say file $(cat kept)
            run export d --to csv --sort id:desc --rows :5 -o kept; say order $(cat kept)
            for f in p.pdf p.png; do echo old > $f; done
            run print d -o p.pdf; say print $(cat p.pdf); run render d -o p.png; say render $(cat p.png)
            run print d -o q.pdf --rows :50; say pages $(head -c 4 q.pdf)
            run print d -o r.pdf --rows :50 --sort name; say sorted; ls kept *.p?f *.png
            """
        let outcome = try Program.shell(script, [tool, damage], in: folder.path)
        if outcome.status == 77 { return }
        let said = " 1 quadrille: d: unpacking stoppe"
        #expect(
            outcome.text == """
                export 1\(said)
                info 1\(said)
                json 1 1\(said)
                find 1\(said)
                filter 1\(said)
                part 101 0 
                file old 1 quadrille: kept was not writte
                order old 1 quadrille: kept was not writte
                print old 1 quadrille: p.pdf was not writt
                render old 1 quadrille: p.png was not writt
                pages %PDF 0 
                sorted 1 quadrille: r.pdf was not writt
                kept
                p.pdf
                p.png
                q.pdf

                """)
    }

    @Test func whatIsDamagedOrMoreThanATableIsSaid() throws {
        try folder.write("t.csv", Self.table)
        let script = "gzip -nc t.csv | head -c 20 > cut.csv; exec \"$quadrille\" info cut.csv"
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == """
                quadrille: cut.csv: unpacking stopped at byte 20 of the compressed data: the gzip data is cut off \
                there. Get the whole of it and open that.

                """)
    }

    @Test func rubbishBehindItIsListedAsAProblem() throws {
        try folder.write("t.csv", "id,name\n1,x\n")
        let script = "{ gzip -nc t.csv; printf rubbish; } > t.gz; exec \"$quadrille\" info t.gz"
        let text = try Program.shell(script, in: folder.path).text
        #expect(
            text.contains(
                "  problems  1 (1 trailing-bytes)\n    record 2 (line 3): 7 bytes behind the compressed data, at byte 32 of "
            ))
    }

    @Test func nothingIsLeftInTheTemporaryFolder() throws {
        let script = """
            mkdir spool; export TMPDIR="$PWD/spool"
            yes 1,2,3,4 | head -n 100000 | gzip -c > t.gz
            "$quadrille" info t.gz > told.txt; ls spool
            "$quadrille" info t.gz > /dev/null & sleep 0.02; kill -9 $!; wait; ls spool
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.text == "")
        #expect(String(decoding: try folder.bytes("told.txt"), as: UTF8.self).contains("  rows      100,000\n"))
    }

    @Test(.withoutSanitizer) func aTemporaryFolderThatIsFullIsSaid() throws {
        // The limit stands in for the disk; a process that does not mind the signal gets an error.
        let script = """
            yes 1,2,3,4 | head -n 100000 | gzip -c > t.gz
            trap '' XFSZ; ulimit -f 100; exec "$quadrille" info t.gz
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == """
                quadrille: t.gz: cannot be kept in the temporary folder: File too large. Make room there, or set \
                TMPDIR to a folder that has some.

                """)
    }
}
