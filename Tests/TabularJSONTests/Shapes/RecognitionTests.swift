import Testing

@testable import TabularJSON

private func isJSON(_ text: String, name: String = "t.csv", isWhole: Bool = true) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { TextRecognition($0, name: name, isWhole: isWhole) != nil }
}

@Test(arguments: [
    "{1,2\n3,4\n", "{\"a\",\"b\"}\n", "[x],[y]\n", "[1],[2]\n[3],[4]\n", "[1,2],x\n3,y\n", "{}\n1\n", "[\n", "{", "[",
    "[info] started\n[warn] late\n", "a\0,b\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n", "\0", "PK,1\n", "BM,1\n", "é,ü\n",
    "\"[1,2]\",3\n", "<TICKER>,<PER>,<DATE>\nx,5,1\n", "<body>,<table>\n1,2\n", "<table>\t<head>\n1\t2\n",
    "<!-- a,b\n1,2\n",
    "<!-- a -->,b\n1,2\n", "<html5>,x\n", "<a>,<b>\n1,2\n", "<svg1>,2\n", "<xml>\n", "<!DOCTYPE,html\n", "II*,1\n",
    "MM*\n",
    "[true],[false]\n", "[null],1\n", "[nullable]\n", "[1e5],x\n", "[1]\n[2]\nx\n", "[1],2\n[3],4\n",
    "[10.0.0.1]\n[10.0.0.2]\n[10.0.0.3]\n", "{\"a\":1},x\n{\"a\":2},y\n", "{\"a\":1}|x\n", "{\"a\":1}\tx\n",
    "[2024-01-02]\n[2024-01-03]\n", "[01]\n[02]\n", "[1.]\n", "[-]\n[-]\n", "[12:30]\n", "{\"key\": value}\n",
    "[1 2]\n[3 4]\n", "[\"a\" \"b\"]\n", "{\"a\":1} # note\n", "[1]]\n[2]]\n", "{\"a\":[1,2}\nx\n", "[true false]\n",
    "[1,2]\n[3,4],5\n", "[x]\n[y]\n", "ustar,1\n", "BZh9", "BZh9,1\n", "LZIP,1\n",
])
func tablesThatBeginOddlyAreNoJSON(_ text: String) { #expect(!isJSON(text)) }

@Test(arguments: [
    "[1,2,3]", "[\n  1,\n  2\n]", "[{\"a\":1}]", "[]", "{}\n", "[[1,2],[3,4]]\n", "\n\n {\"a\":\n", "[\"a\",\n\"b\"]",
    "[true, false]", "[null]", "[1e5, 2]\n", "[-1.5E+3]", "[\"a]b\", 1]\n", "[1,2]\n[3]\n[4,", "[1]\r\n[2]\r\n",
    "[\"a\",1]\n\n[\"]\",2]", "{\"a\":NaN,\"b\":-Infinity}", "{\"a\":{\"b\":[1,{\"c\":null}],\"d\":\"}\"}}\n",
    "{\"a\":\"\tx\"}\n",
    "{\"a\":1,}\n", "{\"a\":1} {\"a\":2}\n", "{\"a\":12", "[{\"a\": 0.5e-3,\n\"b\": tru\n",
])
func jsonIsToldFromTables(_ text: String) { #expect(isJSON(text, isWhole: false)) }

@Test func mostLinesDecideWhereTheFirstIsAnObject() throws {
    #expect(!isJSON("{\"a\":1}\nServer started\n"))
    #expect(try table(opened("{\"a\":1}\nx\n{\"a\":2}\n", name: "t.log")) == [["a"], ["1"], ["'x'"], ["2"]])
}

@Test(arguments: ["12", "\"x\"", "true", "null", "-1.5e3\n"])
func scalarsAreJSONByNameAlone(_ text: String) {
    #expect(!isJSON(text) && !isJSON(text, name: "t"))
    #expect(isJSON(text, name: "t.json") && isJSON(text, name: "t.ndjson") && isJSON(text, name: "t.geojson"))
}

@Test func commasMayStandBetweenValues() throws {
    #expect(try table(opened("{\"a\":1},\n{\"a\":2},\n")) == [["a"], ["1"], ["2"]])
    #expect(try table(opened("[1],[2]")) == [["1"], ["1"], ["2"]])
}

@Test func declaredTypesAreThoseOfObjectsToo() throws {
    let text =
        #"{"schema":{"fields":[{"name":"b","type":"string"},{"name":"a","type":"integer"}]},"data":[{"a":1,"c":2}]}"#
    let source = try opened(text)
    #expect(try table(source) == [["b", "a", "c"], ["-", "1", "2"]])
    #expect(source.snapshot.columns.map(\.declaredType) == ["string", "integer", nil])
}

@Test func framesWithNumberedColumnsHaveTheirNames() throws {
    let text = #"{"columns":[0,1],"index":[0,1],"data":[[1,2],[3,4]]}"#
    #expect(try table(opened(text)) == [["0", "1"], ["1", "2"], ["3", "4"]])
    // Rows are objects, which numbers do not name.
    #expect(try table(opened(#"{"columns":[0],"data":[{"a":1}]}"#))[0] == ["a"])
}

@Test(arguments: ["nan", "True", "01x", "[1,nan]"])
func linesWithTheSameFaultAreRows(value: String) throws {
    let line = "{\"a\":\(value)}"
    let source = try opened("\(line)\n\(line)\n{\"a\":1}\n", name: "t.json")
    #expect(try table(source) == [["a"], ["'\(line)'"], ["'\(line)'"], ["1"]])
    #expect(source.snapshot.problems.counts[.invalidJSON] == 2)
    // Lines within one value have no brackets of their own.
    #expect(try table(opened("{\"a\":\(value),\n\"b\":{},\n\"c\":2}\n", name: "t.json"))[0] == ["key", "value"])
}

/// A sample may end within any token.
@Test func jsonIsToldWhereverItsBeginningEnds() {
    let text = #"[{"t":"x","a":2095.5e-3,"b":[true,null,-0.25],"c":{"d":"\u00e9"}},{"a":1}]"#
    for count in 3...text.utf8.count {
        #expect(isJSON(String(text.prefix(count)), name: "t", isWhole: false), "\(count)")
    }
}

@Test func commentsBehindTheValueAreNoRows() throws {
    for end in [" // end\n", "\n/* end */\n", "\n// end"] {
        #expect(try table(opened("[{\"a\":1}]" + end)) == [["a"], ["1"]])
        #expect(try table(opened("{\"data\":[{\"a\":1}]}" + end)) == [["a"], ["1"]])
        #expect(try table(opened("{\"a\":1,\"b\":2}" + end)) == [["key", "value"], ["'a'", "1"], ["'b'", "2"]])
    }
}

@Test(arguments: [" x", " /* never", "\nTotal: 2 rows\n", " [1,", " {]"])
func textBehindAnArrayIsNoRow(_ rest: String) throws {
    for array in ["[{\"a\":1},{\"a\":2}]", "[\n{\"a\":1},\n{\"a\":2}\n]"] {
        let source = try opened(array + rest)
        #expect(try table(source) == [["a"], ["1"], ["2"]], "\(array)\(rest)")
        #expect(source.snapshot.problems.count == 1)
    }
    #expect(try table(opened("[1] [2] x")).count == 4)
    #expect(try table(opened("[1]\nx\n[2]\n")).count == 4)
    #expect(try table(opened("[1]\nx\n", name: "t.ndjson")).count == 3)
}

@Test func valuesBehindEachOtherAreRowsByAnyName() throws {
    for name in ["t.json", "t.ndjson", "t.jsonl"] {
        #expect(try table(opened("{\"a\":1}{\"a\":2}{\"a\":3}", name: name)) == [["a"], ["1"], ["2"], ["3"]])
        #expect(try table(opened("{\"a\":1}{\"a\":2}\n{\"a\":3}{\"a\":4}\n", name: name)).count == 5)
    }
    #expect(try table(opened("5 {\"a\":1} {\"a\":2}")).count == 4)
    #expect(try table(opened("1 2 3")) == [["value"], ["1"], ["2"], ["3"]])
}

@Test func textIsShownWhereNoRecordIsJSON() throws {
    let source = try opened("[{\"a\":007},{\"a\":01.5}]")
    #expect(source.snapshot.columns.count == 1)
    #expect(try table(source).dropFirst().map { $0.map { $0.contains("0") } } == [[true], [true]])
}

@Test func splitFormKeepsItsNames() throws {
    #expect(try table(opened(#"{"columns":["a","b"],"data":[]}"#)) == [["a", "b"]])
    let long = try opened(#"{"columns":["a","b"],"data":[[1,2],[3,4,5]]}"#)
    #expect(try table(long) == [["a", "b", "3"], ["1", "2", "-"], ["3", "4", "5"]])
    #expect(long.snapshot.columns.allSatisfy { $0.position == nil })
}

/// A first line that is damaged hides none of those behind it.
@Test(arguments: [
    #"{"a":tru}"#, #"{"a":"\u12"}"#, #"{"a" 1}"#, "{a}", #"{"a":1}}"#, #"{"a":1],"#, #"{"a":1 "#, #"{"a":1 , "#,
    #"{"a":"x}"#,
    #"{"a":1}]"#, #"{"a":1}x"#, #"{"a":[1}"#, #"{"a":-}"#, #"{"a":01}"#, "{,}", #"{"a":}"#, "[1}", "[1 2]", "x [",
    "x y", "2024-01-02 began",
])
func damagedFirstLineIsOneRow(_ line: String) throws {
    for name in ["t.json", "t.ndjson", "t"] {
        for end in ["\n", "\r\n", "\n\n"] {
            let text = [line, #"{"a":2}"#, #"{"a":3}"#].map { $0 + end }.joined()
            let source = try opened(text, name: name)
            #expect(source.snapshot.description.format == "NDJSON")
            let rows = try table(source)
            #expect(rows[0] == ["a"] && rows.count == 4 && rows.suffix(2) == [["2"], ["3"]], "\(rows)")
        }
    }
}

/// Where values stand on lines by accident the first one decides.
@Test(arguments: [
    "[\n{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n]", "[{\"a\":1},\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n]",
    "{\"r\":[{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n]}", "{\"r\":tru,\n\"s\":\n[1,2]\n}",
])
func damagedDocumentsAreNoLines(_ text: String) throws {
    #expect(try opened(text).snapshot.description.format == "JSON")
}

@Test func valuesOfSeveralLinesMayFollowOneOfOne() throws {
    for name in ["t.json", "t.ndjson", "t"] {
        let text = "{\"a\":1}\n{\n \"a\":2\n}\n{\n \"a\":3\n}\n"
        #expect(try table(opened(text, name: name)) == [["a"], ["1"], ["2"], ["3"]])
        #expect(try table(opened(text + "{\n \"a\":", name: name)).count == 5)
        let damaged = try table(opened(text + "{\n \"a\":tru\n}\n{\n \"a\":5\n}\n", name: name))
        #expect(damaged.count == 6 && damaged.last == ["5"])
    }
    var tuning = JSONTuning()
    tuning.sample = 24
    let long = "{\"a\":1}\n" + (2...99).map { "{\n \"a\":\($0)\n}\n" }.joined()
    #expect(try table(opened(long, JSONOptions(), table: 0, tuning)).count == 100)
}

@Test func linesMayHoldSeveralValues() throws {
    for name in ["t.json", "t.ndjson", "t"] {
        for text in [
            "{\"a\":1}\n{\"a\":2}{\"a\":3}\n", "{\"a\":1}\n{\"a\":2}\r{\"a\":3}\n", "{\"a\":1}\n{\"a\":2} {\"a\":3}",
        ] {
            #expect(try table(opened(text, name: name)) == [["a"], ["1"], ["2"], ["3"]])
        }
    }
}

/// A damaged line among valid ones ends with itself.
@Test(arguments: ["{\"a\":", "{\"a\":1 ", "{\"a\":\"x}", "{\"a\":[1", "{\"a\":1}}", "[1,", "x", "{\"a\":1},"])
func damagedLinesAreOneRowEach(_ line: String) throws {
    let text = "{\"a\":1}\n\(line)\n{\"a\":3}\n{\"a\":4}\n"
    for name in ["t.json", "t.ndjson", "t"] {
        let source = try opened(text, name: name)
        #expect(source.snapshot.description.format == "NDJSON")
        #expect(try table(source).count == 5)
    }
}
