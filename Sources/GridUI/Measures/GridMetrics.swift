import Drawing
import Glibc
import GridLayout
import Tabular

/// The sizes that follow from the font: the row height is a line with padding, the gutter fits the largest row number.
struct GridMetrics: Sendable, Hashable {
    /// Between a cell's edge and its text, logical pixels.
    static let padding = 8.0
    static let minimumColumnWidth = 48.0
    static let maximumColumnWidth = 360.0
    static let minimumGutterWidth = 56.0
    /// The largest automatic width of row headers and section headers.
    static let maximumHeaderWidth = 240.0

    /// A Boolean value that indicates whether rows have little vertical padding.
    var isCompact = false
    var headerHeight = 32.0
    var lineHeight = 17.0
    private(set) var digitWidth = 8.0
    /// The space between groups of digits, in digits.
    private(set) var groupSpace = 0.5
    /// The width reserved for each digit of a row number.
    private var rowDigitWidth = 8.0
    var font = Theme.light.font
    var headerFont = Theme.light.headers.font

    init() {}

    /// 28, or 24 where rows are compact and that suffices.
    var rowHeight: Double {
        isCompact ? max(24, (lineHeight + 6).rounded(.up)) : max(28, (lineHeight + 10).rounded(.up))
    }

    init(theme: Theme, measuring text: some TextMeasuring) {
        font = theme.font
        headerFont = theme.headers.font
        lineHeight = text.metrics(of: theme.font).lineHeight
        headerHeight = max(32, (text.metrics(of: theme.headers.font).lineHeight + 14).rounded(.up))
        measureDigits(text)
    }

    /// Measures the widths of digits at the drawn text size.
    mutating func measureDigits(_ text: some TextMeasuring) {
        digitWidth = text.width(of: "0000000000", font: font) / 10
        let grouped = text.width(of: "00000\u{202F}00000", font: font) / max(1, digitWidth) - 10
        groupSpace = min(max(grouped, 0), 1)
        rowDigitWidth = digitWidth * TextWrapping.slack
    }

    /// At least 56, and wide enough for the label of the last expected row, unless the table has far fewer rows.
    func gutterWidth(of table: TableSnapshot) -> Double {
        let (known, expected) = (table.sourceRowCount, table.expectedRowCount ?? 0)
        let rows = table.rowCount.isExact && known < expected / 10 ? known : max(known, expected)
        var digits = 1
        var rest = table.rowLabel(ofSourceRow: rows - 1)
        while rest >= 10 {
            digits += 1
            rest /= 10
        }
        let width = Double(digits) * rowDigitWidth + 2 * Self.padding
        return max(Self.minimumGutterWidth, width.rounded(.up))
    }
}
