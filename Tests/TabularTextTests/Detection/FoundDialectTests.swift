import Tabular
import Testing

@testable import TabularText

/// A file as people have it, and how it is read. `""` is no quote, no escape, no comments.
private struct Found: CustomStringConvertible, Sendable {
    let description: String
    let text: String
    var dialect: Dialect

    init(
        _ description: String, _ delimiter: String, quote: String = "\"", escape: String = "",
        skipped: Int = 0, header: Int = 1, _ text: String
    ) {
        self.description = description
        self.text = text
        dialect = Dialect(
            delimiter: delimiter, quote: quote.utf8.first, escape: escape.utf8.first, headerRows: header)
        dialect.skippedLines = skipped
    }

    func comments(_ mark: String) -> Found {
        var found = self
        found.dialect.comment = mark
        return found
    }
}

private let found: [Found] = [
    Found("plain", ",", "id,name\n1,Ann\n2,Bob\n"),
    Found("Excel, European, decimal commas", ";", "Artikel;Preis;Menge\nA-1;1,50;3\nA-2;12,00;1\nB;7,25;10\n"),
    Found("Excel's separator line", ";", skipped: 1, "sep=;\nname;a,b\nx;1,5\ny;2,5\n"),
    Found("a separator line in quotes, with CRLF", "|", skipped: 1, "\"sep=|\"\r\na|b\r\n1|2\r\n"),
    Found("a separator line that is a header", ",", header: 1, "sep=,b\n1,2\n3,4\n"),
    Found(
        "bank statement with a preamble", ";", skipped: 7,
        """
        "Kontonummer:";"DE00 1234 / Girokonto";
        ""
        "Von:";"01.10.2024";
        "Bis:";"31.10.2024";
        "Kontostand vom 31.10.2024:";"1.234,56 EUR";
        "Hinweis: nur gebuchte Umsätze"
        ""
        "Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber";"Verwendungszweck";"Betrag"
        "31.10.2024";"31.10.2024";"Lastschrift";"Strom AG";"Abschlag; Oktober";"-45,00"
        "30.10.2024";"30.10.2024";"Gutschrift";"Firma";"Lohn";"2.500,00"
        "29.10.2024";"29.10.2024";"Lastschrift";"Verein";"Beitrag";"-12,00"
        "28.10.2024";"28.10.2024";"Karte";"Markt";"Einkauf";"-33,10"

        """),
    Found(
        "report with a title and an empty line", ",", skipped: 2,
        "Report created 2026-01-05\n\nname,town,age\nAnn,Oslo,31\nBob,Rome,42\n"),
    Found("a title alone", ",", skipped: 1, "Sales of the year\nmonth,north,south\nMay,1,2\nJune,3,4\n"),
    Found("a title over two columns", ",", skipped: 1, "Sales\nmonth,amount\nMay,1\nJune,3\n"),
    Found("R's row names", ",", header: 1, "\"x\"\n\"1\",5\n\"2\",7\n\"3\",9\n"),
    Found("R's row names over two columns", ",", header: 1, "\"x\",\"y\"\n\"1\",5,2\n\"2\",7,3\n\"3\",9,4\n"),
    Found("a short header", ",", "a,b\n1,2,3\n4,5,6\n7,8,9\n"),
    Found("ragged from the third record", ",", "a,b,c\n1,2,3\n4\n5,6,7,8\n9,10,11\n"),
    Found(
        "Unix passwd", ":", header: 0,
        """
        root:x:0:0:root:/root:/bin/bash
        daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
        bin:x:2:2:bin:/bin:/usr/sbin/nologin
        proxy:x:13:13:proxy:/bin:/usr/sbin/nologin
        www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
        ann:x:1000:1000:Ann Example,,,:/home/ann:/bin/bash

        """),
    Found(
        "MySQL dump to a file", "\t", escape: "\\", header: 0,
        "1\tone line\t2024-01-01\n2\ttwo\\\nlines\t2024-01-02\n3\ta\\\ttab\t2024-01-03\n4\t\\N\t2024-01-04\n"),
    Found("nulls alone are no evidence", "\t", header: 0, "1\ta\t5\n2\t\\N\t6\n3\tb\t\\N\n"),
    Found(
        "backslashes before quotes", ",", escape: "\\",
        "id,text\n1,\"he said \\\"hi, you\\\" and left\"\n2,\"plain\"\n3,\"a \\\"b\\\"\"\n"),
    Found("paths with backslashes", ",", "path,size\n\"C:\\dir\\\",5\n\"C:\\b, c\\\",6\nC:\\d\\,7\n"),
    Found("doubled quotes beside a backslash", ",", "a,b\n\"x \"\"y\"\" \\\",1\n\"z\",2\n"),
    Found("single quotes", ",", quote: "'", "id,name\n1,'Ann, B'\n2,'O''Neil'\n3,'x'\n"),
    Found("apostrophes", ",", "id,name\n1,'s-Hertogenbosch\n2,O'Neil\n3,rock 'n' roll\n"),
    Found("inches", ",", "id\titem\n1\t5\" pipe\n2\t12\" tube\n".replacing("\t", with: ",")),
    Found(
        "quotes that open and never close", "\t", quote: "",
        "id\titem\tn\n1\t\"half a quote\t2\n2\tb\t3\n3\t\"another\t4\n4\td\t5\n5\t\"third one\t6\n6\tf\t7\n"),
    Found("measurements with comments", ",", "# device 7\n# unit: V\ntime,value\n0,1.5\n1,1.6\n# pause\n2,1.7\n")
        .comments("#"),
    Found("comments of one column", ",", header: 0, "# first\n# second\n1.5\n2.5\n3.5\n").comments("#"),
    Found("a header behind a mark", ",", "#id,name\n1,Ann\n2,Bob\n"),
    Found("a header behind a mark and comments", ",", skipped: 1, "# made by hand\n#id,name\n1,Ann\n2,Bob\n"),
    Found(
        "genome variants", "\t",
        "##fileformat=VCFv4.2\n##source=x\n#CHROM\tPOS\tID\nchr1\t100\trs1\nchr1\t200\trs2\nchr2\t300\trs3\n"
    ).comments("##"),
    Found("colours", ",", "name,colour\nred,#ff0000\nlime,#00ff00\n"),
    Found("colours first", ",", header: 0, "#ff0000,red\n#00ff00,lime\n#0000ff,blue\n"),
    Found("comments in the middle alone are data", ",", "a,b\n1,2\n# 3,4\n5,6\n"),
    Found("pipes", "|", "id|name|note\n1|Ann|a, b\n2|Bob|c; d\n"),
    Found("double pipes", "||", "id||name||note\n1||Ann|x||a\n2||Bob||b\n3||Cid||\n"),
    Found("Hive", "\u{1}", header: 0, "1\u{1}a, b\u{1}2\n2\u{1}c, d\u{1}3\n3\u{1}e\u{1}4\n"),
    Found("unit separators", "\u{1F}", "id\u{1F}name\n1\u{1F}Ann\n2\u{1F}Bob\n"),
    Found("carets", "^", "id^name^town\n1^Ann^Oslo\n2^Bob^Rome, Italy\n"),
    Found("tildes around pipes", "|~|", "id|~|name|~|n\n1|~|Ann|~|2\n2|~|Bob|~|3\n"),
    Found("broken bars", "¦", "id¦name¦town\n1¦Ann¦Oslo\n2¦Bob¦Rome\n"),
    Found(
        "movie ratings", "::", header: 0,
        "1::Toy Story (1995)::Animation\n2::Jumanji (1995)::Adventure\n3::Heat::Crime\n"),
    Found("spaces behind commas", ",", "a, b, c\n1, 2, 3\n4, 5, 6\n"),
    Found("quotes behind spaces", ", ", "\"a\", \"b\"\n\"1, 5\", \"x\"\n\"2\", \"y, z\"\n"),
    Found(
        "a log", ",", header: 0,
        "2026-01-05 10:00:01 INFO start: ok\n2026-01-05 10:00:02 WARN slow: 3\n2026-01-05 10:00:03 INFO stop: ok\n"),
    Found("a log with brackets", ",", header: 0, "[10:00:01] a: b: c\n[10:00:02] a: d: e\n[10:00:03] f: g: h\n"),
    Found("times", ",", "time\n10:00:01\n10:00:02\n10:00:03\n"),
    Found("network addresses", ",", header: 0, "aa:bb:cc:dd:ee:01\naa:bb:cc:dd:ee:02\naa:bb:cc:dd:ee:03\n"),
    Found("one column", ",", "name\nAnn\nBob\nCid\n"),
    Found("numbers", ",", header: 0, "1\n2\n3\n"),
    Found("prose", ",", header: 1, "Dear all: hi\nhow are you: fine\nthis is: text\nof no kind\n"),
    Found("web addresses", ",", "url\nhttp://a.example/x\nhttp://b.example/y\nhttps://c.example/z\n"),
    Found("a total at the end", ";", "name;amount;tax\na;1;2\nb;2;3\nc;3;4\nd;3;4\ne;5;6\nTotal;11\n"),
    Found("nothing", ",", header: 0, ""),
]

@Test(arguments: found)
private func theDialectIsFoundInFilesAsPeopleHaveThem(_ example: Found) {
    for text in [example.text, example.text.replacing("\n", with: "\r\n")] {
        var expected = example.dialect
        let sample = Array(text.utf8).withUnsafeBufferPointer {
            SampleTable($0, isWhole: true, name: "x", options: TextOptions())
        }
        expected.terminator = sample.dialect.terminator
        #expect(sample.dialect == expected)
        // What was found is what would be asked for.
        let again = Array(text.utf8).withUnsafeBufferPointer {
            SampleTable($0, isWhole: true, name: "x", options: TextOptions(reading: sample.dialect))
        }
        #expect(again.dialect == sample.dialect)
    }
}
