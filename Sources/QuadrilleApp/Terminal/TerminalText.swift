import Glibc
import GridUI
import Tabular
import TabularExport

/// A filter for exports to a terminal, which obeys some characters. It replaces controls, characters that change the text
/// direction, and other invisible characters with signs, as the grid does, and with `\u` escapes in JSON. Line ends and tabs
/// stay. Bytes that are not UTF-8 become U+FFFD.
///
/// Files and pipes get unfiltered values.
final class TerminalText {
    /// The number of bytes after which an unfinished line is filtered without waiting for its end.
    private static let longestLine = 1 << 16

    private let isJSON: Bool
    /// The beginning of an unfinished line: whether an emoji needs a joiner depends on the characters after it.
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
        // Replaces malformed UTF-8 with U+FFFD.
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
            // All other ASCII controls are already escaped.
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
    /// A Boolean value that indicates whether the character is a control, or has no glyph and only affects others:
    /// characters that change the text direction, join or hide it, and line ends.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The JSON escape of the character by its number (RFC 8259 §7): a surrogate pair beyond U+FFFF.
    var jsonEscape: String {
        UTF16.encode(self)?.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined() ?? ""
    }
}
