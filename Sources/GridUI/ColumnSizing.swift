/// The measurements of column widths: the automatic ones, and the set of columns whose width the user chose.
struct ColumnSizing: Sendable {
    /// The tiles of columns that have been given their widths, and in which size their texts were drawn then.
    var sizedTiles: [Int: Double] = [:]
    /// The widest texts of columns whose width was found, to be measured again in another size.
    var widest: [Int: WidestTexts] = [:]
    /// The shares of the spare width that text columns received since their widths were set.
    var growth: [Int: Growth] = [:]
    /// The text size at which digits were measured.
    var digitScale = 1.0
    /// Columns that a person gave a width, which nothing changes but a person.
    var given: Set<Int> = []
    /// The columns whose texts are wider than columns get by themselves, and what width those ask for.
    var cut: [Int: Double] = [:]
    /// The width that the column in the row headers had as a column.
    var rowHeaderColumnWidth: Double?
    /// The width of the row headers that their texts ask for.
    var rowHeaderWidth: Double?
    /// The text size at which that width was measured.
    var rowHeaderScale = 1.0

    struct Growth: Sendable {
        /// The bytes of the longest text that was looked at.
        var longest = 0
        /// The bytes of the longest word that was looked at in a column that wraps.
        var longestWord = 0
        /// The width from before; nil where nothing was added to it yet.
        var ownWidth: Double?
    }
}

/// The widest few of the texts of a column. That which is widest in one size need not be so in another, where all its glyphs
/// are placed on other pixels.
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
