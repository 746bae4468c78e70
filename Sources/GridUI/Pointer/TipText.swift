import Translation

/// A text beside the pointer, limited to the lines that fit a small screen.
///
///     first line          first line
///     second line         second line
///     …                   …
///     line 500            … 481 more lines
public struct TipText: Sendable, Hashable {
    /// The number of characters after which a line wraps. East Asian ones count twice.
    public static let lineWidth = 60
    static let lineLimit = 20

    public let text: String

    /// `beginning` is the entire text unless `isCut`; the whole has `lineCount` lines, nil if unknown.
    init(_ beginning: String, isCut: Bool, lineCount: Int?) {
        let lines = beginning.split(separator: "\n", omittingEmptySubsequences: false)
        var (kept, used) = (0, 0)
        while kept < lines.count {
            used += Self.height(of: lines[kept])
            if used > Self.lineLimit && kept > 0 { break }
            kept += 1
        }
        let isWhole = kept == lines.count
        var text = lines[..<kept].joined(separator: "\n") + (isWhole && isCut ? "…" : "")
        let rest = (lineCount ?? lines.count) - kept
        if rest > 0, isCut ? lineCount != nil : true {
            text += "\n" + tr(one: "… {count} more line", many: "… {count} more lines", rest)
        } else if !isWhole {
            text += "\n…"
        }
        self.text = text
    }

    /// The height of a line after wrapping, in lines.
    private static func height(of line: Substring) -> Int {
        let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
        return max(1, (width + lineWidth - 1) / lineWidth)
    }
}
