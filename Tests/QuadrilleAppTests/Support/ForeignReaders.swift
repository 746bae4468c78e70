/// Reads exports back with other programs: Python's csv, json, html.parser and sqlite3, and cmark-gfm.
enum ForeignReaders {
    /// Writes a table of hostile values, has the program export it, reads that back, and prints a line for each value that is
    /// another one: `python3 SCRIPT PROGRAM FOLDER READER OPTION...`.
    static let script = #"""
        import csv, decimal, html.parser, io, json, random, re, sqlite3, subprocess, sys, urllib.parse

        program, folder, reader, options = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
        chance = random.Random(29)
        words = ["", "a", "Zoë", "東京", "🙂👩‍👩‍👧", "e\u0301", "007", "1e5", "-0", "12345678901234567890", "0.10",
            "1/2", "NULL", "NaN", "true", "a,b", "a;b", 'say "hi"', '"', '""', '""""', "it's", "''", "\n", "a\nb",
            "a\r\nb", "a\rb", "\n\n", "\t", "a\tb", "=1+1", "+1", "-1+1", "@x", "\x0b", "\x1b[31m", "\x7f", "\x85",
            "\x9b31m", "\u2028", "\u202ea", "\u200b", "\ufeff", "\ufffd", "\U0010ffff", "\\", "\\\\", "\\n", "\\|", "|",
            "||", "a|b", "`", "``a``", "*", "*a*", "**a**", "_", "_a_", "__a__", "a_b_c", "a__b", "a" + "_" * 40 + "b",
            "~", "~a~", "~~a~~", "[", "]", "[a](b)", "[a](javascript:alert(1))", "![a](b)", "[^1]", "[x]: y", "#", "# a",
            "- a", "1. a", "> a", "---", "| --- |", "<", ">", "<b>", "</b>", "<br>", "<!--", "-->", "<![CDATA[", "]]>",
            "</td></tr></table>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<?php", "<a:b>",
            "<http://x.y>", "<a@b.cc>", "&", "&&", "&amp;", "&lt;", "&copy;", "&copy", "&#65;", "&#x41;", "&#", "&;",
            "&amp;amp;", "R&D", "AT&T;", "http://x.y", "http://x.y/?a=1&b=2", "http://x.y/?a=1&copy;=2",
            "https://x.y/a_b_c*d~e[f]", "https://x.y/_a_", "https://x.y/*a*", "https://x.y/a|b", "https://x.y/`a`",
            "https://x.y/\\*a\\*", "https://x.y/<b>a</b>", "http://x.y/<img src=x onerror=alert(1)>", "HTTP://X.Y/*a*",
            "ftp://x.y/~a~", "https://x.y/a(b)_", "https://x.y/&lt;b", "https://x.y/é_*", "https://*", "see https://x.y/_a_.",
            "(https://x.y/*a*)", "https://x.y/\x0b*a*", "https://x.y/\x0c_a_", "https://x.y/\u2028*", "https://x.y/*a* https://x.y/_b_", "xhttp://x.y/*a*", "www.x.yy", "www.x.yy/?a=1&b=_c_",
            "www.x.yy/<b>", "WWW.X.YY/*a*", "(www.x.yy/*a*)", "www.x.yy/<script>alert(1)</script>", "a@b.cc", "_a_b@c.dd",
            "a*b@c.dd", "mailto:a@b.cc<b>a</b>", "xmpp:a@b.cc/*d*", "javascript:alert(1)", "a://b", "12:30", "C:\\*\\_a_",
            "'; DROP TABLE t; --", "');", "$a$", "{{a}}", "%s", "x" * 5000, "_*" * 2000, "https://x.y/" + "*_" * 2000,
            "a " * 1500, ("<b> " * 700).strip()]
        def value():
            count = chance.choice([1, 1, 1, 1, 2, 2, 3])
            return chance.choice(["", "", " "]).join(chance.choice(words) for _ in range(count))
        names = ["id", "a<b>", 'q"q', "x'y", "p|p", "_u_", "ü", "n`n", "l\nl", "http://x.y/*a*", "=1+1", "&copy;"]
        rows = [[str(row), word] + [value() for _ in names[2:]] for row, word in enumerate(words * 2)]
        with open(f"{folder}/t.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows([names] + rows)

        dialect = ["--delimiter", ",", "--quote", '"', "--escape", "none", "--comment", "none", "--skip-rows", "0",
            "--header-rows", "1", "--encoding", "utf-8"]
        done = subprocess.run([program, "export", f"{folder}/t.csv", *dialect, *options], capture_output=True)
        if done.returncode or done.stderr: print("failed", done.returncode, done.stderr)
        text = done.stdout.decode("utf-8")
        csv.field_size_limit(1 << 30)

        class Tables(html.parser.HTMLParser):
            """The rows of a table, the elements in its cells, and their links."""
            def __init__(self, text):
                super().__init__(convert_charrefs=True)
                self.rows, self.cell, self.elements, self.links = [], None, set(), []
                self.feed(text)
                self.close()
            def handle_starttag(self, name, attributes):
                if name == "tr": self.rows.append([])
                elif name in ("td", "th"): self.cell = ""
                elif self.cell is not None:
                    self.elements.add(name)
                    if name == "br": self.cell += "\n"
                    if name == "a": self.links.append([dict(attributes).get("href"), len(self.cell), ""])
                    if name == "a" and set(dict(attributes)) != {"href"}: print("attributes", attributes)
            def handle_endtag(self, name):
                if name in ("td", "th"):
                    self.rows[-1].append(self.cell)
                    self.cell = None
                elif name == "a" and self.links: self.links[-1][2] = self.cell[self.links[-1][1]:]
            def handle_data(self, data):
                if self.cell is not None: self.cell += data
            def handle_comment(self, data): print("a comment", data)

        def lines(value): return value.replace("\r\n", "\n").replace("\r", "\n")
        def trimmed(value): return lines(value).lstrip(" \t\x0b\x0c").rstrip(" \t\x0c")
        def compare(found, expected):
            if len(found) != len(expected): print(len(found), "rows of", len(expected))
            for row, (one, other) in enumerate(zip(found, expected)):
                if len(one) != len(other): print("row", row, "has", len(one), "values of", len(other))
                for column, (a, b) in enumerate(zip(one, other)):
                    if a != b: print("row", row, "column", column, ascii(a)[:300], "for", ascii(b)[:300])

        if reader == "csv":
            compare(list(csv.reader(io.StringIO(text, newline=""))), [names] + rows)
        elif reader == "tsv":
            compare(list(csv.reader(io.StringIO(text, newline=""), delimiter="\t")), [names] + rows)
        elif reader == "json" or reader == "ndjson":
            found = json.loads(text) if reader == "json" else [json.loads(line) for line in text.split("\n")[:-1]]
            compare([list(row.keys()) for row in found], [names] * len(rows))
            compare([list(row.values()) for row in found], rows)
        elif reader == "typed":
            found = json.loads(text)
            compare([[row["id"]] for row in found], [[int(row[0])] for row in rows])
            compare([list(row.values())[1:] for row in found], [row[1:] for row in rows])
        elif reader == "sql":
            database = sqlite3.connect(":memory:")
            quoted = ['"' + name.replace('"', '""') + '" text' for name in names]
            database.execute('create table "t" (' + ", ".join(quoted) + ")")
            database.executescript(text)
            compare([list(row) for row in database.execute('select * from "t" order by rowid')], rows)
        elif reader == "html":
            found = Tables(text)
            compare(found.rows, [list(map(lines, row)) for row in [names] + rows])
            if found.elements - {"br"}: print("elements", found.elements)
        elif reader == "markdown":
            for extensions in [["table"], ["table", "strikethrough", "autolink", "footnotes"]]:
                parser = ["cmark-gfm", "--unsafe"] + [word for name in extensions for word in ("-e", name)]
                made = subprocess.run(parser, input=done.stdout, capture_output=True, check=True).stdout.decode("utf-8")
                found = Tables(made)
                compare(found.rows, [list(map(trimmed, row)) for row in [names] + rows])
                if found.elements - {"br", "a"}: print(extensions, "elements", found.elements)
                for address, _, shown in found.links:
                    plain = urllib.parse.unquote(address)
                    if plain not in [urllib.parse.unquote(start + shown) for start in ("", "http://", "mailto:")]:
                        print(extensions, "link to", address, "shown as", ascii(shown))
        elif reader == "guarded":
            starts = re.compile("[=+@\t\r\n＝＋－＠-]")
            for row in csv.reader(io.StringIO(text, newline="")):
                for value in row:
                    if not starts.match(value): continue
                    try: decimal.Decimal(value)
                    except decimal.InvalidOperation: print("begins like a formula:", ascii(value)[:100])
        else: print("no reader", reader)
        """#
}
