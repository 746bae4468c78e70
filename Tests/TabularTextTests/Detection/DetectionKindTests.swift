import Tabular
import TestStores
import Testing

@testable import TabularText

/// An input of a kind that was once read wrong, and the reading that a user means.
private struct Wanted: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    var delimiter = ","
    var quote: String? = "\""
    var skipped = 0
    var header = 1
    let columns: Int
    let rows: Int

    init(
        _ name: String, _ columns: Int, _ rows: Int, _ text: String, delimiter: String = ",", quote: String? = "\""
    ) {
        (testDescription, self.columns, self.rows, self.text) = (name, columns, rows, text)
        (self.delimiter, self.quote) = (delimiter, quote)
    }

    func skipping(_ lines: Int) -> Wanted {
        var wanted = self
        wanted.skipped = lines
        return wanted
    }

    var headless: Wanted {
        var wanted = self
        wanted.header = 0
        return wanted
    }
}

private func lines(_ count: Int, _ line: (Int) -> String) -> String { (1...count).map { line($0) + "\n" }.joined() }

private let wanted = [
    // Blank columns are no delimiter of two characters.
    Wanted("blank middle column", 4, 5, "id;memo;tax;sum\n" + lines(5) { "\($0);;;\($0 * 3)" }, delimiter: ";"),
    Wanted("memo in one row of thirty", 3, 30, "id,memo,sum\n" + lines(30) { "\($0),\($0 == 9 ? "late" : ""),\($0)" }),
    Wanted("bars around nothing", 3, 4, "a|b|c\n1||2\n3||4\n5||6\n7||8\n", delimiter: "|"),
    Wanted(
        "five columns and blank rows", 5, 12,
        "d,e,f,g,h\n" + lines(8) { "\($0),x,y,z,\($0)" } + ",,,,\n,,,,\n,,,,\n,,,,\n"),
    Wanted("single commas in values", 3, 3, "a,,b,,c\nx, y,,2,,3\nz, w,,5,,6\nv, u,,8,,9\n", delimiter: ",,"),
    // Quotes in their places are quotes.
    Wanted("quoted dates of one column", 1, 3, "\"when\"\n\"Dec 8, 2022\"\n\"Jan 9, 2023\"\n\"Feb 1, 2023\"\n"),
    Wanted("quoted lists", 2, 3, "\"k\";\"v\"\n\"a\";\"1,2,3\"\n\"b\";\"4,5,6\"\n\"c\";\"7,8,9\"\n", delimiter: ";"),
    Wanted(
        "header longer than rows", 5, 3, "\"id\",\"note\",\"a\",\"b\",\"c\"\n" + lines(3) { "\"\($0)\",\"x:1;y:2;\"" }),
    Wanted("lines in quotes", 2, 3, "id,note\n1,\"a\nb\nc\"\n2,\"d\ne\"\n3,\"f\"\n"),
    // One faulty quote is one problem.
    Wanted(
        "a quote that is never closed", 3, 30, "id,name,v\n" + lines(30) { "\($0),\($0 == 5 ? "\"o" : "o"),\($0 * 3)" }),
    // Lines before the table.
    Wanted("padded title over text", 3, 3, "Club members,,\n,,\nname,town,street\nAnn,Oslo,A\nBob,Rome,B\nCid,Bonn,C\n")
        .skipping(2),
    Wanted(
        "padded sections of a sheet of samples", 5, 8,
        "[Header],,,,\nVersion,4,,,\nDate,1/5/2024,,,\n,,,,\n[Reads],,,,\n151,,,,\n,,,,\n[Data],,,,\nID,Name,Well,Index,Project\n"
            + lines(8) { "S\($0),sample\($0),N70\($0),ACGTCT,P1" }
    ).skipping(8),
    Wanted(
        "sections over two samples", 4, 2,
        "[Header]\nInvestigator,Ann\nDate,2024-01-05\n[Data]\nID,Name,i7,i5\ns1,foo,ATC,TTA\ns2,bar,CGA,TGA\n"
    ).skipping(4),
    Wanted("notes with commas", 4, 6, "Log of May, all sites\nby hand\n\na,b,c,d\n" + lines(6) { "\($0),2,3,4" })
        .skipping(3),
    Wanted(
        "keys before three columns", 3, 9, "Site;North\nLat;59,9\nt;p;q\n" + lines(9) { "\($0);1,5;2,5" },
        delimiter: ";"
    )
    .skipping(2),
    // Names that are numbers, dates, missing or the same.
    Wanted("years", 4, 2, "land,1999,2000,2001\nA,5,6,7\nB,8,9,10\n"),
    Wanted("days", 3, 2, "city,01.02.2031,02.02.2031\nOslo,5,6\nRome,9,8\n"),
    Wanted("index", 4, 2, "team,0,1,2\nA,0.5,0.25,0.1\nB,0.2,0.3,0.4\n"),
    Wanted("blank last name", 3, 2, "name,city,\nAnn,Oslo,\nBob,Rome,\n"),
    Wanted("the same table twice", 5, 3, "Name,Age,,Name,Age\n" + lines(3) { "Ann\($0)x,4\($0),,Ann\($0)x,4\($0)" }),
    Wanted("same names", 3, 2, "who,answer,answer\nAnn,yes,no\nBob,no,maybe\n"),
    Wanted("matrix", 3, 3, "1,2,3\n4,5,6\n7,8,9\n").headless,
    Wanted("identifiers", 2, 3, lines(3) { "0a1b2c3d4e5f-\($0)\($0)ff,x\($0)" }).headless,
    Wanted("decimal commas", 2, 3, "43,71;10,40\n43,84;10,50\n43,31;11,33\n", delimiter: ";").headless,
    // Delimiters.
    Wanted("a late pipe is text", 2, 6, "id,note\n" + lines(6) { "\($0),a|b\($0 % 2)" }),
    Wanted("tabs with lists", 3, 5, lines(5) { "p\($0)\t1,\($0)\t2,\($0)" }, delimiter: "\t").headless,
    Wanted("control character in a value", 3, 4, "a\tb\tc\n" + lines(4) { "\($0)\tx\u{1C}y\tz" }, delimiter: "\t"),
    Wanted(
        "trailing fields left off", 5, 6, "a;b;c;d;e\n" + lines(6) { "\($0);1,5" + ($0 % 2 == 0 ? ";x" : "") },
        delimiter: ";"),
    Wanted("number signs", 3, 6, lines(6) { "Road \($0), N#\($0)#\(9000 + $0)" }, delimiter: "#").headless,
    Wanted("spaces", 3, 3, "x y z\n1 2 3\n4 5 6\n7 8 9\n", delimiter: " "),
    Wanted("names of one column", 1, 3, "name\nAnn Lee\nBob Ray\nCid Poe\n"),
    Wanted("single quotes", 3, 3, "id,t,u\n1,'a, b','c'\n2,'d, e','f'\n3,'g','h, i'\n", quote: "'"),
    Wanted(
        "stray quotes between tabs", 2, 12,
        "n\tt\n" + lines(12) { "\($0)\t" + ["\"", "\"A\"_b", "x", "5\" y"][$0 % 4] }, delimiter: "\t", quote: nil),
    Wanted("lines like the first values", 1, 9, "note\n" + lines(9) { "entry number \($0)" }),
    // Values of one kind that are no numbers.
    Wanted("lists between bars", 3, 9, lines(9) { "k\($0)|\($0),7,1|0,\($0),2" }, delimiter: "|").headless,
    Wanted("comma of a fraction", 3, 9, lines(9) { "2031-05-0\($0) 07:10:00,250|WARN|pump stopped" }, delimiter: "|")
        .headless,
    Wanted("comma in the last text", 4, 9, lines(9) { "N\($0)#\($0 * 9)#on#low, west" }, delimiter: "#").headless,
    Wanted(
        "addresses in aligned columns", 3, 9,
        "name   ip        mac\n"
            + lines(9) {
                "pc\($0)    10.1.0.\($0)  0a:1b:2c:3d:4e:0\($0)"
            }, delimiter: " "),
    Wanted("addresses alone", 1, 9, lines(9) { "2001:db8:0:\($0):7:1:2:\($0)f" }).headless,
    Wanted("colors", 2, 3, "#ff7700,low\n#00aaff,high\n#123456,none\n").headless,
    Wanted("codes", 2, 9, lines(9) { "KX-400\($0),R\($0)7" }).headless,
    // Lines before the table.
    Wanted(
        "title of two cells over two columns", 2, 9, "Stock,2031\n,\npart,count\n" + lines(9) { "nut\(9 - $0),\($0)" }
    )
    .skipping(2),
    Wanted("padded title over years", 4, 3, "People by country,,,\nland,2019,2020,2021\n" + lines(3) { "L\($0),7,8,9" })
        .skipping(1),
    Wanted(
        "padded keys over few rows", 5, 3,
        "Statement;;;;\nAccount;QX 11 22;;;\n;;;;\nday;text;out;in;sum\n"
            + lines(3) { "0\($0).02.2031;x;\($0 == 2 ? "" : "5,00");\($0 == 2 ? "9,00" : "");70,00" }, delimiter: ";"
    ).skipping(3),
    Wanted("sentence", 3, 9, "Taken at sea, by hand, in May\nt,a,b\n" + lines(9) { "\($0),7,8" }).skipping(1),
    Wanted("keys over texts", 3, 9, "Team,Blue\nCoach,Poe\n\nname,place,foot\n" + lines(9) { "Ann\($0)x,back,left" })
        .skipping(3),
    Wanted(
        "full line before a blank one", 4, 8, "General,1,-1.2,12.3\n,,,\n" + lines(6) { "F\($0),1,-1,\($0)" }
    ).headless,
    Wanted("one name over numbers", 3, 3, "name,,\n10,11,12\n20,21,22\n30,31,32\n"),
    // Text of one column.
    Wanted(
        "sentences of one column", 1, 30,
        "note\n" + lines(10) { "Fine at \($0)." } + lines(20) { "Yet, at \($0), not." },
        delimiter: ";"),
    Wanted(
        "sayings", 1, 5, "note\nNow or never.\nCome, see, win.\nEnough!\nAnd you, friend?\nSo, so.\n", delimiter: ";"),
    Wanted("groups of digits and a letter", 1, 9, lines(9) { "4\($0) 11 07 N" }).headless,
    // Spaces.
    Wanted("small numbers", 3, 5, lines(5) { "\($0) \($0 + 1) \($0 + 2)" }, delimiter: " ").headless,
    Wanted("numbers that might be groups", 2, 30, "u v\n" + lines(30) { "\($0 * 17) \($0 * 41)" }, delimiter: " "),
    Wanted("quoted words", 3, 9, "name x y\n" + lines(9) { "\"Ann Poe\" \($0) 0" }, delimiter: " "),
    // Quotes and tabs.
    Wanted(
        "speech over two lines", 3, 9,
        "from\tto\tline\n" + lines(3) { "\($0)\t1\t\"Come here,\n\($0)\t2\tat once.\"\n\($0)\t3\tYes." },
        delimiter: "\t", quote: nil),
    Wanted("no is a name", 3, 9, "no,who,line\n" + lines(9) { "\($0),A,b c" }),
    // One stray quote holds many lines together, and a value has a line end.
    Wanted(
        "stray quote far from the end", 3, 40,
        "id,text,n\n1,\"one\ntwo\",1\n" + lines(39) { $0 == 3 ? "4,\"t,4" : "\($0 + 1),t\($0),\($0)" }),
    Wanted("one word over another", 2, 40, "day\nid\n" + lines(40) { "2031-01-\($0 % 17 + 10),\($0)" }).skipping(2)
        .headless,
    Wanted("names of half the columns", 4, 3, "id,name\n" + lines(3) { "\($0),Ann,Oslo,\($0)0" }),
    Wanted("padded pair over names", 3, 4, "Place,North,\nt,u,v\n" + lines(4) { "2031-02-0\($0),\($0).5,4\($0)" })
        .skipping(1),
    Wanted(
        "device over names", 4, 30,
        "Meter,Q7,No,5120\nStamp,Event,Level,Unit\n"
            + lines(30) { "2031-02-01 10:\($0 + 10),read,\($0),mg" }
    ).skipping(1),
    Wanted(
        "pair, blank line, names", 2, 3,
        "Meter,Q-7\nBegun,2031-01-01\n\nTime,Level\n" + lines(3) { "0\($0):00,\($0).5" }
    )
    .skipping(3),
    Wanted(
        "statement with few rows", 5, 3,
        "IBAN;XY00\nName;Home\nBank;Q\nOwner;Ann\nFrom;01.03. - 31.03.\nSum;2.310,99;EUR\n\nDay;Who;Text;Sum;Part\n"
            + lines(3) { "0\($0).03.2031;Shop \($0);Fee;2310,9\($0);-\($0),20" }, delimiter: ";"
    ).skipping(7),
    Wanted(
        "two words over two names", 2, 20, "Report,March\nMoment,Glucose\n" + lines(20) { "2031-03-\($0 + 9),9\($0)" }
    )
    .skipping(1),
    Wanted("names over units", 2, 4, "Moment,Tension\nsecond,Volt\n" + lines(3) { "0.\($0),1.\($0)" }),
    Wanted(
        "accounts", 7, 4, "root:x:0:0:root:/root:/bin/sh\n" + lines(3) { "u\($0):x:\($0):5:U,,,:/home/u\($0):/bin/sh" },
        delimiter: ":"
    )
    .headless,
    Wanted("channels", 1, 4, "#general\n#random\n#dev\n#ops\n").headless,
    Wanted("numbers of cases", 1, 3, "fix #1\nfix #2\nfix #3\n").headless,
    Wanted("control character beside numbers", 3, 3, lines(3) { "\($0),a\u{1}b,c" }).headless,
    Wanted("measured", 3, 4, lines(4) { "2031-01-01 10:0\($0) 5.\($0)" }, delimiter: " ").headless,
    Wanted(
        "one row below a statement's head", 5, 1,
        "Account;Main\n\nIBAN;DE00\nBank;A\nFrom;1.3.2024\nBalance;2.310,99\n\nBooked;Who;Text;Sum;Unit\n"
            + "28.03.2024;A;x;-1,20;EUR\n", delimiter: ";"
    ).skipping(7),
    Wanted(
        "two rows below a statement's head", 5, 2,
        "Account;Main\nIBAN;DE00\nBank;A\nFrom;1.3.2024\nBalance;2.310,99\n\nBooked;Who;Text;Sum;Unit\n"
            + lines(2) { "2\($0).03.2024;A;x;-\($0),20;EUR" }, delimiter: ";"
    ).skipping(6),
    Wanted(
        "summary above a ragged statement", 7, 5,
        "Bank S.A.;\n\n#Client;\nJAN;\n\n#Time:;\n01.03.2024;31.03.2024;\n\n#Unit;#In;#Out;\nPLN;6 500,00;-2 345,67;\n\n"
            + "#Date;#Text;#Account;#Kind;#Sum;\n" + lines(5) { "2024-03-2\($0);x \($0);e 1;a;-\($0),49 PLN;;" },
        delimiter: ";"
    ).skipping(11),
    Wanted(
        "lines in single quotes", 3, 8,
        "id,text\n" + lines(6) { "\($0),'first, \($0)\nsecond'" } + "7,'it isn't, no\nreally'\n", quote: "'"),
    Wanted(
        "quoted words between spaces", 3, 3, "name \"full name\" n\n" + lines(3) { "k\($0) \"x y\" \($0)" },
        delimiter: " "),
    Wanted(
        "blank lines in single quotes", 2, 5, "id,t\n" + lines(5) { "\($0),'line \($0)\n\nmore, \($0)'" }, quote: "'"),
    Wanted("short values in single quotes", 2, 3, "id,t\n1,'a, b'\n2,'c, d'\n3,'it's, e'\n", quote: "'"),
    Wanted("omitted letters", 2, 3, "id,t\n1,'tis the season\n2,'twas the night\n3,the boys'\n"),
    Wanted("pairs of numbers", 2, 2, "name;lat,lon\nA;1.5,2.5\nB;3.5,4.5\n", delimiter: ";"),
    Wanted("pairs of numbers in two columns", 2, 3, lines(3) { "\($0).5,-\($0).25" }).headless,
    // Values in brackets are no names.
    Wanted("two vectors", 3, 2, "[1, 2],a\n[3, 4],b\n").headless,
    Wanted("two vectors in quotes", 2, 2, "\"[1]\",x\n\"[2]\",y\n").headless,
    Wanted("braces", 2, 2, "{a;b}\n{c;d}\n", delimiter: ";").headless,
    Wanted("names in brackets", 2, 2, "[id],[name]\n1,Ann\n2,Bob\n"),
    Wanted("section", 1, 3, "[Section]\nkey=value\nother=1\n").headless,
    Wanted("words and their numbers", 2, 4, "the 23135\nof 13151\nand 997\nto 136\n", delimiter: " ").headless,
    Wanted("words and numbers", 1, 4, "room 23\nhall 131\nshop 9\nroof 12136\n").headless,
    Wanted(
        "log of a server", 5, 3,
        "#Software: IIS 10\n#Version: 1.0\n#Fields: date time cs-method cs-uri sc-status\n"
            + lines(3) { "2023-01-01 10:00:0\($0) \(["GET", "POST"][$0 % 2]) /a\($0) 200" }, delimiter: " "
    ).headless,
    Wanted("months", 5, 2, "year,1,2,3,4\n2019,3,4,8,10\n2020,2,4,7,1\n"),
    Wanted("years over years", 3, 2, "row,2019,2020\n1,1999,2001\n2,2003,1998\n"),
    Wanted("marks", 6, 4, "class,1,2,3,4,5\n" + lines(4) { "\($0)a,1\($0),2\($0),7,5,\($0)" }),
    // Quotes in quotes.
    Wanted("objects of one column", 1, 3, lines(3) { #""{""a"":\#($0),""b"":2}""# }).headless,
    Wanted("lists of texts", 1, 3, "list\n" + lines(3) { #""[""x\#($0)"",""y""]""# }),
    Wanted("inches in all records", 3, 3, "id,size,n\n" + lines(3) { #"\#($0),"\#($0).5"",\#($0)0"# }),
    Wanted("markup in all records", 2, 2, "id,text\n" + lines(2) { #"\#($0),"<a href="x\#($0)">y</a>""# }),
    Wanted(
        "words in quotes in some records", 2, 6,
        "id\tname\n" + lines(6) { $0 % 2 == 0 ? "\($0)\t\"A\" and \"B\"" : "\($0)\tC" }, delimiter: "\t", quote: nil),
    Wanted(
        "quotes, not doubled, in JSON between quotes", 3, 3,
        "id,data,state\n" + lines(3) { #"\#($0),"{"a":1,"b":2}",ok"# }),
    // Lines of one column, some of which hold a delimiter.
    Wanted("some names in two parts", 1, 5, "food\nbread\nsalt, grey\nrice\ntea, green\noil\n", delimiter: ";"),
    Wanted(
        "some texts in two parts", 3, 4, "word;meaning\nRAM;short; quick\nCPU;chip\nGPU;picture; games\nBUS;way\n",
        delimiter: ";"),
    Wanted(
        "parts of sentences in all records", 3, 2, "Things in a box\nItem, Colour,Note\nHat, red,old\nCap, blue,new\n"
    )
    .skipping(1),
    Wanted(
        "keys before few rows of four columns", 4, 2,
        "Log,Sales\nFrom,2031-01-01\nTo,2031-01-31\nShop,Item,Count,Sum\nA,hat,2,3.5\nB,cap,4,5.5\n"
    )
    .skipping(3),
    // Values that are no names.
    Wanted("numbered lines", 1, 3, "1. Dune\n2. Emma by Austen\n3. Faust\n").headless,
    Wanted("lines with times", 1, 3, "10:00 start\n10:01 net is up\n10:02 disk: ok\n").headless,
    Wanted("numbers of things", 1, 3, "10 eggs\n2 cups of milk\n1/2 tsp salt\n").headless,
    Wanted("names of files", 1, 3, "a.txt\nother.csv\nb.json\n").headless,
    Wanted("a numbered name", 1, 2, "1. Name\nAnn Lee\nBob Ray\n"),
    Wanted("addresses of mail", 2, 3, "ann.lee@x.org,a\nbob@y.com,b\nc_d@z.net,c\n").headless,
    Wanted("addresses of the web", 1, 3, "http://a.org\nhttps://b.org/x?y=1\nhttp://c.org/z\n").headless,
    Wanted("paths", 1, 3, "/usr/bin/ls\n/etc/hosts\n/usr/lib/libc.so\n").headless,
    Wanted("paths of drives", 1, 2, "C:\\a\\b.txt\nD:\\c.txt\n").headless,
    Wanted("items", 1, 3, "- milk\n- eggs (6)\n- white bread\n").headless,
    Wanted("a name over paths", 1, 2, "path\n/usr/bin/ls\n/etc/hosts\n"),
    Wanted("levels over values by day", 4, 2, "day,0.5,1.0,2.5\n2031-01-01,3.1,3.2,3.3\n2031-01-02,3.4,3.5,3.6\n"),
    Wanted("levels with decimal commas", 3, 2, "Tag;0,5;2,5\n01.02.2031;3,1;3,2\n02.02.2031;3,4;3,5\n", delimiter: ";"),
]

@Test(arguments: wanted)
private func inputIsReadAsMeant(_ wanted: Wanted) {
    let found = Array(wanted.text.utf8).withUnsafeBufferPointer {
        SampleTable($0, isWhole: true, name: "x.csv", options: TextOptions())
    }
    #expect(found.dialect.delimiter == wanted.delimiter)
    #expect(found.dialect.quote == wanted.quote?.utf8.first)
    #expect(found.dialect.skippedLines == wanted.skipped)
    #expect(found.dialect.headerRows == wanted.header)
    #expect(found.columns.count == wanted.columns)
    #expect(found.recordCount - found.dialect.headerRows == wanted.rows)
}

@Test func linesLikeTheRowsAreNeverSkipped() {
    let text = "note\n" + lines(5) { "line \($0)" } + lines(200) { "line \($0); more" }
    let found = Array(text.utf8).withUnsafeBufferPointer {
        SampleTable($0, isWhole: true, name: "x.csv", options: TextOptions())
    }
    #expect(found.dialect.skippedLines == 0)
}

@Test func reportHasTheTakenReadingFirst() throws {
    let table = source("Konto;DE00 0000\n\na;b;c\n1;2,5;x\n2;3,5;y\n3;4,5;z\n")
    table.waitUntilComplete()
    let report = try #require(try table.preview(TextOptions())).detection
    let first = try #require(report.readings.first)
    #expect(first.dialect.delimiter == ";" && first.skippedLines == 2 && first.columns == 3)
    #expect(report.readings.map(\.total) == report.readings.map(\.total).sorted())
    #expect(report.decisivePart != nil)
    #expect((report.headerBalance ?? 0) > 0)
    // Nothing is compared where everything is chosen.
    var chosen = TextOptions(delimiter: ";", quote: .none, escape: .none, headerRows: 1)
    (chosen.comment, chosen.skippedLines) = (.none, 2)
    let silent = try #require(try table.preview(chosen)).detection
    #expect(silent.readings.isEmpty && silent.headerBalance == nil)
}

@Test func encodingsAreReportedByLikelihood() throws {
    let bytes = encoded("ad;yer\nÇağdaş;Eskişehir\nIşık;Muğla\n", "Windows-1254")
    let table = source(MemoryStore(bytes))
    table.waitUntilComplete()
    let report = try #require(try table.preview(TextOptions())).detection
    #expect(report.encodings.first?.name == "Windows-1254")
    #expect(report.encodings.map(\.bits) == report.encodings.map(\.bits).sorted())
}
