/// Reads back what the writers wrote, byte by byte, as the formats' readers do.
enum TableReaders {
    /// The rows of a Markdown table below its rule: cells between pipes, a backslash before what is meant as it stands, and
    /// two references.
    static func markdown(_ text: [UInt8]) -> [[[UInt8]]] {
        text.split(separator: UInt8(ascii: "\n")).dropFirst(2).map { line in
            var cells: [[UInt8]] = []
            var cell: [UInt8] = []
            var rest = line.dropFirst(2)
            while let byte = rest.popFirst() {
                if rest.first == UInt8(ascii: "|") && byte == UInt8(ascii: " ") {
                    cells.append(cell)
                    cell = []
                    rest = rest.dropFirst(2)
                } else if byte == UInt8(ascii: "\\") {
                    cell.append(rest.removeFirst())
                } else if byte == UInt8(ascii: "&") && rest.starts(with: "lt;".utf8) {
                    cell.append(UInt8(ascii: "<"))
                    rest = rest.dropFirst("lt;".count)
                } else if byte == UInt8(ascii: "&") && rest.starts(with: "amp;".utf8) {
                    cell.append(byte)
                    rest = rest.dropFirst("amp;".count)
                } else if byte == UInt8(ascii: "<") {
                    cell.append(UInt8(ascii: "\n"))
                    rest = rest.dropFirst("br>".count)
                } else {
                    cell.append(byte)
                }
            }
            return cells
        }
    }

    /// The rows in the body of an HTML table.
    static func html(_ text: [UInt8]) -> [[[UInt8]]] {
        let names: [(name: String, value: UInt8?)] = [
            ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
            ("<br>", UInt8(ascii: "\n")), ("<td>", nil),
            ("<td style='mso-number-format:\"\\@\"'>", nil),
        ]
        var rows: [[[UInt8]]] = []
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "<tr><td".utf8) {
            var (cells, cell) = ([[UInt8]](), [UInt8]())
            var rest = line.dropFirst("<tr>".count)
            while let byte = rest.first, !rest.starts(with: "</tr>".utf8) {
                if rest.starts(with: "</td>".utf8) {
                    cells.append(cell)
                    cell = []
                    rest = rest.dropFirst("</td>".count)
                } else if let found = names.first(where: { rest.starts(with: $0.name.utf8) }) {
                    if let value = found.value { cell.append(value) }
                    rest = rest.dropFirst(found.name.count)
                } else {
                    cell.append(byte)
                    rest = rest.dropFirst()
                }
            }
            rows.append(cells)
        }
        return rows
    }

    /// A value in a statement: NULL, or a text or number as it stands there.
    struct SQLValue: Hashable {
        var text: String?
        var isQuoted = false
    }

    /// The rows of all statements, and how many statements there are.
    static func sql(_ text: [UInt8]) -> (rows: [[SQLValue]], statements: Int) {
        var rest = text[...]
        var (rows, statements) = ([[SQLValue]](), 0)
        while !rest.isEmpty {
            statements += 1
            // The names may hold anything, in these tests no line end.
            rest = rest.drop { $0 != UInt8(ascii: "\n") }
            while rest.popFirst() != UInt8(ascii: ";") {
                rest = rest.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "(") }
                var row: [SQLValue] = []
                while rest.first != UInt8(ascii: ")") {
                    rest = rest.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
                    row.append(value(&rest))
                }
                rest = rest.dropFirst()
                rows.append(row)
            }
            rest = rest.dropFirst()
        }
        return (rows, statements)
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> SQLValue {
        let quote = UInt8(ascii: "'")
        guard rest.first == quote else {
            let word = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ")") }
            rest = rest[word.endIndex...]
            let text = String(decoding: word, as: UTF8.self)
            return SQLValue(text: text == "NULL" ? nil : text)
        }
        var value: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == quote {
                guard rest.first == quote else { break }
                rest = rest.dropFirst()
            }
            value.append(byte)
        }
        return SQLValue(text: String(decoding: value, as: UTF8.self), isQuoted: true)
    }
}
