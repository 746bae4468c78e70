import Testing

/// Wrong usage: status 64, nothing on standard output, and a first line that says what is accepted.
@Suite struct UsageTests {
    private static let picture = ["render", "t.csv", "--output", "t.png"]

    private static func wrong(_ option: String, _ value: String, _ name: String, _ accepted: String) -> String {
        "The value '\(value)' is invalid for '\(option) <\(name)>': \(accepted)"
    }

    private static let delimiters =
        "a delimiter is 1 to 16 bytes of text without line ends, or comma, tab, semicolon, pipe, colon, space, spaces "
        + "(any run of them); \\t is a tab, \\u0001 a character by its number."
    private static let quotes = "a quote is one ASCII character other than line ends, or none."
    private static let sizes = "write WIDTHxHEIGHT, such as 1280x800, each from 1 to 32767."
    private static let places = "write ROW,COLUMN, such as 1000,5, both counted from 1."
    private static let extents =
        "write ROWSxCOLUMNS, such as 1000x20, up to 1000000000000 rows and 100000 columns."
    private static let rows = "not a range of rows. Write A:B, counted from 1, such as 1:100, 100: or :100."

    private static let offsets = "write X,Y in logical pixels, such as 250,130, both from 0."
    private static let merges = "write R1,C1:R2,C2, such as 2,1:4,1, counted from 1, both ends included."

    static let cases: [(arguments: [String], message: String)] = [
        (["--bogus"], "Unknown option '--bogus'"),
        (["info", "t.csv", "z\u{1B}[31m.csv"], "Unexpected argument 'z␛[31m.csv'"),
        (["t.csv", "--bogus"], "Unknown option '--bogus'"),
        (["t.csv", "--frozen-colums", "2"], "Unknown option '--frozen-colums'. Did you mean '--frozen-columns'?"),
        (["--verison"], "Unknown option '--verison'. Did you mean '--version'?"),
        (["--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
        (["exprot", "t.csv", "--to", "csv"], "There is no file 'exprot'. Did you mean 'quadrille export'?"),
        (["Info", "t.csv"], "There is no file 'Info'. Did you mean 'quadrille info'?"),
        (["-", "-"], "Standard input can be read only once."),
        ([""], "The name of the FILE is empty. Name one, or - for standard input."),
        (["info"], "Name a FILE, or - for standard input, or --generate ROWSxCOLUMNS."),
        (["info", ""], "The name of the FILE is empty. Name one, or - for standard input."),
        (["info", "--bogus", "t.csv"], "Unknown option '--bogus'"),
        (["info", "t.csv", "--jsn"], "Unknown option '--jsn'. Did you mean '--json'?"),
        (["info", "t.csv", "u.csv"], "Unexpected argument 'u.csv'"),
        (["info", "t.csv", "--generate", "1x1"], "Name either a FILE or --generate, not both."),
        (["info", "--generate", "10"], wrong("--generate", "10", "rows>x<columns", extents)),
        (["info", "--generate", "-1x2"], wrong("--generate", "-1x2", "rows>x<columns", extents)),
        (["info", "--generate", "1000000000001x2"], wrong("--generate", "1000000000001x2", "rows>x<columns", extents)),
        (["info", "--generate", "1x100001"], wrong("--generate", "1x100001", "rows>x<columns", extents)),
        (["info", "t.csv", "--delimiter", "\\u000A"], wrong("--delimiter", "\\u000A", "text", delimiters)),
        (
            ["info", "t.csv", "--delimiter", "12345678901234567"],
            wrong("--delimiter", "12345678901234567", "text", delimiters)
        ),
        (["info", "t.csv", "--delimiter", ""], wrong("--delimiter", "", "text", delimiters)),
        (["info", "t.csv", "--quote", "''"], wrong("--quote", "''", "character", quotes)),
        (
            ["info", "t.csv", "--quote", "|", "--delimiter", "|"],
            "--delimiter and --quote cannot share a character."
        ),
        (
            ["export", "t.csv", "--to", "csv", "--escape", "\\", "--delimiter", "a\\b"],
            "--delimiter and --escape cannot share a character."
        ),
        (["layout", "t.csv", "--quote", "'", "--escape", "'"], "--quote and --escape cannot share a character."),
        (picture + ["--quote", "#", "--comment", "##"], "--comment and --quote cannot share a character."),
        (["t.csv", "--escape", "#", "--comment", "a#"], "--comment and --escape cannot share a character."),
        (
            ["info", "t.csv", "--delimiter", "#", "--comment", "#"],
            "--delimiter and --comment cannot share a character."
        ),
        (
            ["info", "t.csv", "--escape", "\\\\"],
            wrong("--escape", "\\\\", "character", "an escape is one ASCII character other than line ends, or none.")
        ),
        (
            ["info", "t.csv", "--comment", ""],
            wrong("--comment", "", "text", "a comment begins with 1 to 16 bytes of text without line ends; or none.")
        ),
        (["info", "t.csv", "--skip-rows", "-1"], wrong("--skip-rows", "-1", "count", "write a whole number from 0.")),
        (["t.csv", "--skip-rows", "x"], wrong("--skip-rows", "x", "count", "write a whole number from 0.")),
        (
            ["info", "t.csv", "--header-rows", "17"],
            wrong("--header-rows", "17", "count", "a table has 0 to 16 header rows.")
        ),
        (
            ["info", "t.csv", "--quick", "--columns"],
            "--columns looks at all values, and --quick does not. Leave one of them out."
        ),
        (["export", "t.csv"], "Name a format with --to, or a value with --value."),
        (
            ["export", "t.csv", "--to", "xlsx"],
            "The value 'xlsx' is invalid for '--to <format>'. Please provide one of the following:"
        ),
        (
            ["export", "t.csv", "--to", "json", "--no-header"],
            "--no-header is not for --to json, which has its names in any case."
        ),
        (
            ["export", "t.csv", "--to", "csv", "--table", "x"],
            "--table is for --to sql and html: csv names no table."
        ),
        (["export", "t.csv", "--to", "sql", "--table", ""], "The name of --table is empty. Name a table."),
        (
            ["export", "t.csv", "--value", "1,1", "--no-header"],
            "--value goes without --no-header and --table: it writes one value as it stands."
        ),
        (["export", "t.csv", "--to", "csv", "--rows", "x"], wrong("--rows", "x", "first>:<last", rows)),
        (["export", "t.csv", "--to", "csv", "--rows", "0:5"], wrong("--rows", "0:5", "first>:<last", rows)),
        (["export", "t.csv", "--to", "csv", "--rows", "-3:5"], wrong("--rows", "-3:5", "first>:<last", rows)),
        (
            ["export", "t.csv", "--to", "csv", "--rows", "5:1"],
            wrong("--rows", "5:1", "first>:<last", "the last row comes before the first. Write 1:5.")
        ),
        (["render", "t.csv"], "Missing expected argument '--output <out>'"),
        (["render", "t.csv", "-o", "t.gif"], "--output must end in .png, .svg or .pdf, and t.gif does not."),
        (picture + ["--size", "32768x10"], wrong("--size", "32768x10", "width>x<height", sizes)),
        (picture + ["--size", "0x10"], wrong("--size", "0x10", "width>x<height", sizes)),
        (picture + ["--size", "10"], wrong("--size", "10", "width>x<height", sizes)),
        (
            picture + ["--size", "20000x10", "--scale", "2"],
            "--size times --scale must be from 1 to 32767 on both sides."
        ),
        (picture + ["--size", "1x1", "--scale", "0.5"], "--size times --scale must be from 1 to 32767 on both sides."),
        (picture + ["--scale", "0"], wrong("--scale", "0", "factor", "write a number above 0 and up to 8.")),
        (picture + ["--scale", "-1"], wrong("--scale", "-1", "factor", "write a number above 0 and up to 8.")),
        (picture + ["--scale", "nan"], wrong("--scale", "nan", "factor", "write a number above 0 and up to 8.")),
        (picture + ["--zoom", "5"], wrong("--zoom", "5", "factor", "write a number from 0.25 to 4.")),
        (picture + ["--at", "0,1"], wrong("--at", "0,1", "row>,<column", places)),
        (picture + ["--at", "B7"], wrong("--at", "B7", "row>,<column", places)),
        (
            picture + ["--at", "99999999999999999999,1"],
            wrong("--at", "99999999999999999999,1", "row>,<column", places)
        ),
        (picture + ["--frozen-rows", "-1"], wrong("--frozen-rows", "-1", "count", "write a whole number from 0.")),
        (picture + ["--frozen-columns", "x"], wrong("--frozen-columns", "x", "count", "write a whole number from 0.")),
        (
            picture + ["--frozen-trailing-rows", "-1"],
            wrong("--frozen-trailing-rows", "-1", "count", "write a whole number from 0.")
        ),
        (
            picture + ["--layout", "grid"],
            wrong("--layout", "grid", "view", "choose sheet, fit, timeline, columns or cards.")
        ),
        (
            picture + ["--group", ""],
            wrong("--group", "", "column", "write a column's name, its number from 1, or its letters, such as B.")
        ),
        (picture + ["--offset", "1"], wrong("--offset", "1", "x>,<y", offsets)),
        (picture + ["--offset", "-1,0"], wrong("--offset", "-1,0", "x>,<y", offsets)),
        (picture + ["--offset", "nan,0"], wrong("--offset", "nan,0", "x>,<y", offsets)),
        (picture + ["--merge", "1,1"], wrong("--merge", "1,1", "row>,<column>:<row>,<column", merges)),
        (picture + ["--merge", "0,1:2,2"], wrong("--merge", "0,1:2,2", "row>,<column>:<row>,<column", merges)),
        (
            picture + ["--merge", "3,1:2,4"],
            wrong(
                "--merge", "3,1:2,4", "row>,<column>:<row>,<column",
                "the last cell comes before the first. Write 2,1:3,4.")
        ),
        (
            picture + ["--format", "%.2f"],
            wrong("--format", "%.2f", "column>=<template", "write COLUMN=TEMPLATE, such as 'Price=%.2f €'.")
        ),
        (
            picture + ["--format", "a=%q"],
            wrong(
                "--format", "a=%q", "column>=<template",
                "format '%q': character 1: there is no directive '%q'. Write %s, %d, %f or one such as %.2f, or %% for "
                    + "a percent sign.")
        ),
        (
            picture + ["--row-height", "-1"],
            "The value '-1' is invalid for '--row-height': write a number from 0 to 1000000."
        ),
        (
            picture + ["--visible-rows", "many"],
            "The value 'many' is invalid for '--visible-rows': write a number from 0 to 1000000."
        ),
        (["layout", "t.csv", "--size", "0x1"], wrong("--size", "0x1", "width>x<height", sizes)),
        (["layout", "t.csv", "--jsn"], "Unknown option '--jsn'. Did you mean '--json'?"),
    ]

    @Test(arguments: cases)
    func wrongUsageSaysWhatIsAccepted(arguments: [String], message: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.text == "")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.first.map(String.init) == "Error: " + message)
        #expect(lines.contains { $0.hasPrefix("Usage: quadrille ") })
    }
}
