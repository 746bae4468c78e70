import Tabular

/// Writes records as a table of a markup language, one per line: Markdown or HTML.
///
/// Invalid UTF-8, and NUL, become U+FFFD, as in either language. Records with more values than columns are not accepted.
struct MarkupWriter: TableWriter {
    var output: ByteOutput
    private let language: MarkupLanguage
    private let columnCount: Int
    private var column = 0
    private var isInValue = false
    private var text = UTF8Text()
    private var escapes: MarkupEscapes
    /// The beginning of a value of HTML, held until it is known whether a spreadsheet would change it.
    private var held: [UInt8] = []

    /// Begins a table of `columns`, with their names above the records if `style` has a header.
    init(_ output: ByteOutput, _ language: MarkupLanguage, columns: [Column], style: ExportStyle) {
        self.output = output
        self.language = language
        columnCount = columns.count
        escapes = MarkupEscapes(language)
        switch language {
        case .markdown: writeMarkdownHead(columns, style)
        case .html: writeHTMLHead(columns, style)
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard language == .html, !isInValue else {
            beginValue()
            return write(bytes)
        }
        held.append(contentsOf: bytes)
        if held.count > SpreadsheetValue.longest { beginHeldValue() }
    }

    /// Begins the cell of the held value, and writes the held bytes.
    private mutating func beginHeldValue() {
        let isChanged = held.withUnsafeBufferPointer { SpreadsheetValue.isChanged($0) }
        beginValue(isChanged ? Self.textCell : language.beforeValue)
        held.withUnsafeBufferPointer { write($0) }
        held.removeAll(keepingCapacity: true)
    }

    /// The tag of a cell whose value a spreadsheet must not change.
    private static let textCell: StaticString = "<td style='mso-number-format:\"\\@\"'>"

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let repaired = text.repaired(bytes) else { return escapes.write(bytes, to: &output) }
        write(repaired)
    }

    mutating func endValue(_ state: CellState) {
        if !held.isEmpty { beginHeldValue() }
        beginValue()
        endText()
        output.write(language.afterValue)
        isInValue = false
        column += 1
    }

    mutating func endRecord() {
        while column < columnCount { endValue(.missing) }
        if column == 0 { output.write(language.beforeRecord) }
        output.write(language.afterRecord)
        column = 0
    }

    mutating func finish() {
        output.write(language.tail)
        output.flush()
    }

    private mutating func beginValue(_ opening: StaticString? = nil) {
        if isInValue { return }
        if column == 0 { output.write(language.beforeRecord) }
        if let opening { output.write(opening) } else { output.write(language.beforeValue) }
        isInValue = true
    }

    private mutating func endText() {
        write(text.end())
        escapes.end(to: &output)
    }

    private mutating func write(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { escapes.write($0, to: &output) }
    }

    // MARK: - Header

    // Names are guarded against formulas like values.

    /// Writes the header row, which Markdown requires in any case.
    private mutating func writeMarkdownHead(_ columns: [Column], _ style: ExportStyle) {
        if columns.isEmpty { return }
        output.write("|")
        for (column, name) in zip(columns, columns.fullNames) {
            output.write(" ")
            if style.hasHeader { write(style.guarded(ColumnNames.withGroups(name, column))) }
            output.write(" |")
        }
        output.write("\n|")
        for column in columns { output.write(column.type.isNumeric ? " ---: |" : " --- |") }
        output.write("\n")
    }

    private mutating func writeHTMLHead(_ columns: [Column], _ style: ExportStyle) {
        output.write("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>")
        write(style.tableName)
        // Spaces are part of values.
        output.write("</title>\n<style>\nth, td { white-space: pre-wrap; text-align: left; vertical-align: top }\n")
        // Without this, Excel makes a row of each line.
        output.write("br { mso-data-placement:same-cell }\n")
        for (index, column) in columns.enumerated() where column.type.isNumeric {
            output.write(Array("td:nth-child(\(index + 1)) { text-align: right }\n".utf8))
        }
        output.write("</style>\n<table>\n")
        if style.hasHeader {
            output.write("<thead>\n")
            for groups in HeaderGroups(columns).levels { writeHeaderRow(of: groups, columnCount: columns.count, style) }
            output.write("<tr>")
            for (column, name) in zip(columns, columns.fullNames) {
                // Groups have their own rows.
                writeHeader(style.guarded(column.groups.contains { !$0.isEmpty } ? column.name : name))
            }
            output.write("</tr>\n</thead>\n")
        }
        output.write("<tbody>\n")
    }

    private mutating func writeHeaderRow(of groups: [HeaderGroups.Group], columnCount: Int, _ style: ExportStyle) {
        output.write("<tr>")
        var column = 0
        for group in groups {
            writeHeader("", span: group.range.lowerBound - column)
            writeHeader(style.guarded(group.title), span: group.range.count)
            column = group.range.upperBound
        }
        writeHeader("", span: columnCount - column)
        output.write("</tr>\n")
    }

    private mutating func writeHeader(_ title: String, span: Int = 1) {
        if span == 0 { return }
        output.write(Array((span == 1 ? "<th>" : "<th colspan=\"\(span)\">").utf8))
        write(title)
        output.write("</th>")
    }

    private mutating func write(_ text: String) {
        write(Array(text.utf8))
        escapes.end(to: &output)
    }
}
