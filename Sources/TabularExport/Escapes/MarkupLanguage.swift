/// A language in which a table can be written.
enum MarkupLanguage: Sendable {
    /// The tables of GitHub Flavored Markdown (its specification, 4.10).
    case markdown
    /// An HTML 5 document that contains only the table.
    case html

    var beforeRecord: StaticString { self == .html ? "<tr>" : "|" }
    var beforeValue: StaticString { self == .html ? "<td>" : " " }
    var afterValue: StaticString { self == .html ? "</td>" : " |" }
    var afterRecord: StaticString { self == .html ? "</tr>\n" : "\n" }
    var tail: StaticString { self == .html ? "</tbody>\n</table>\n" : "" }
}
