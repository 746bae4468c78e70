import Glibc
import GridUI
import Tabular
import TabularExport

/// An export on its way to a terminal, which obeys some characters: controls, those that turn the direction of text, and others
/// without a look of their own are signs there, as in the grid, and `\u` escapes in JSON. Line ends and tabs stay. Bytes that
/// are no UTF-8 are U+FFFD.
///
/// Files and pipes get values as they are.
final class TerminalText {
    /// Of a longer line the signs depend on no more.
    private static let longestLine = 1 << 16

    private let isJSON: Bool
    /// The beginning of a line: whether an emoji needs a joiner is known by what follows.
    private var held: [UInt8] = []

    init(isJSON: Bool) { self.isJSON = isJSON }

    /// A filter for standard output where that is a terminal.
    static func filter(isJSON: Bool) -> ByteFilter? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let text = TerminalText(isJSON: isJSON)
        return { text.shown($0, isLast: $1) }
    }

    /// Returns the next bytes as the terminal gets them, up to the last line end.
    func shown(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> [UInt8] {
        held.append(contentsOf: bytes)
        let lines = held.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        var end = isLast ? held.count : lines
        if held.count - end > Self.longestLine { end = UTF8Boundary.completeEnd(of: held) }
        // What is no UTF-8 is repaired.
        let text = String(decoding: held[..<end], as: UTF8.self)
        held.removeFirst(end)
        return isJSON ? Self.escaped(text) : Self.visible(text)
    }

    private static func visible(_ text: String) -> [UInt8] {
        var shown: [UInt8] = []
        for (index, part) in text.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { shown.append(UInt8(ascii: "\t")) }
            Array(part).withUnsafeBufferPointer { Utf8.appendVisibly($0, keepingLines: true, to: &shown) }
        }
        return Array(String(decoding: shown, as: UTF8.self).replacingControls.utf8)
    }

    private static func escaped(_ text: String) -> [UInt8] {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            // All other controls of ASCII are escaped already.
            if scalar != "\n" && scalar.isInvisible {
                escaped.append(contentsOf: scalar.jsonEscape.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return Array(String(escaped).utf8)
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether the character is a control, or says something about others and has no look of its
    /// own: what turns the direction of text, joins or hides it, and line ends.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The character inside a JSON string by its number (RFC 8259 §7): beyond U+FFFF by those of two surrogates.
    var jsonEscape: String {
        UTF16.encode(self)?.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined() ?? ""
    }
}
