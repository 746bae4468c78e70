import CTranslation

// A worked example: `tr("Row {row} · {column}", ["row": "5", "column": "Name"])` asks gettext for the sentence as it stands,
// gets "Zeile {row} · {column}", and fills it afterwards. Texts are literals, so that .scripts/words finds all of them; what
// is filled in is not translated, and may hold braces.

/// A text of the interface in the language that is in force, with `{name}` replaced by the value of that name.
///
/// English, as it is written here, where there is no translation. Whole sentences alone: words that are put together from
/// parts cannot be put in another order. Thread-safe. Complexity: O(*n*) in the text's length.
package func tr(_ text: StaticString, _ values: KeyValuePairs<StaticString, String> = [:]) -> String {
    filled(String(cString: quad_translated(text.cString)), values)
}

/// The same of a text that means other things elsewhere: `context` says where this one stands.
package func tr(
    _ text: StaticString, in context: StaticString, _ values: KeyValuePairs<StaticString, String> = [:]
) -> String {
    // As gettext has it in its files: a sign that no text has stands between them.
    let found = "\(context)\u{4}\(text)".withCString { key -> String? in
        guard let found = quad_translated(key), found != key else { return nil }
        return String(cString: found)
    }
    return filled(found ?? "\(text)", values)
}

/// The same for `count` of something: `{count}` is the number, as people write it.
package func tr(
    one: StaticString, many: StaticString, _ count: Int, _ values: KeyValuePairs<StaticString, String> = [:]
) -> String {
    let text = String(cString: quad_translated_count(one.cString, many.cString, count.magnitude))
    return filled(text, values, count: count.grouped)
}

/// A Boolean value that indicates whether the active language is read from right to left. Its translation says so, as GTK's own
/// do.
package var isLanguageRightToLeft: Bool {
    // Write "default:RTL" where the language is read from right to left. Else leave it as it is.
    tr("default:LTR") == "default:RTL"
}

/// In one pass: a value that looks like a placeholder is none.
private func filled(
    _ text: String, _ values: KeyValuePairs<StaticString, String>, count: String? = nil
) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        let name = rest[rest.index(after: open)..<close]
        result.append(contentsOf: rest[..<open])
        let value = values.first { "\($0.key)" == name }?.value ?? (name == "count" ? count : nil)
        result += value ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    result.append(contentsOf: rest)
    return result
}

extension StaticString {
    /// A literal ends at a zero.
    fileprivate var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
