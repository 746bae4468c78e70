/// The measurements of column widths: the automatic ones, and the set of columns whose width the user chose.
struct ColumnSizing: Sendable {
    /// The tiles of columns whose widths are set, and the text size at which their texts were measured.
    var sizedTiles: [Int: Double] = [:]
    /// The widest texts of columns with measured widths, to be measured again at another size.
    var widest: [Int: WidestTexts] = [:]
    /// The shares of the spare width that text columns received since their widths were set.
    var growth: [Int: Growth] = [:]
    /// The text size at which digits were measured.
    var digitScale = 1.0
    /// Columns whose width the user chose; only the user changes it.
    var given: Set<Int> = []
    /// The columns whose texts are wider than the automatic maximum width, and the width that these require.
    var cut: [Int: Double] = [:]
    /// The width that the column in the row headers had as a column.
    var rowHeaderColumnWidth: Double?
    /// The width of the row headers that their texts require.
    var rowHeaderWidth: Double?
    /// The text size at which that width was measured.
    var rowHeaderScale = 1.0

    struct Growth: Sendable {
        /// The length of the longest measured text, in bytes.
        var longest = 0
        /// The length of the longest measured word in a column that wraps, in bytes.
        var longestWord = 0
        /// The width before growth; nil where the column has not grown yet.
        var ownWidth: Double?
    }
}

/// The widest few texts of a column. The text that is widest at one size need not be the widest at another, where all its
/// glyphs are placed on other pixels.
struct WidestTexts: Sendable {
    private static let limit = 4

    private(set) var texts: [[UInt8]] = []
    private var widths: [Double] = []

    mutating func note(_ text: [UInt8], width: Double) {
        let place = widths.firstIndex { $0 < width } ?? widths.count
        guard place < Self.limit, !texts.contains(text) else { return }
        texts.insert(text, at: place)
        widths.insert(width, at: place)
        if texts.count > Self.limit { (_, _) = (texts.removeLast(), widths.removeLast()) }
    }
}
