import QuadrilleRuntime
import TabularOps

/// The small picture under a column's title.
public struct HeaderPicture: Sendable, Hashable {
    public var bars: ColumnBars
    /// A note on the picture: the rows that it covers, where those are not all, or the reason why it is absent.
    public var note: String?

    public init(_ bars: ColumnBars, note: String? = nil) { (self.bars, self.note) = (bars, note) }
}

/// The known pictures, by column of the table. A grid shows those of visible columns; its owner computes them.
public struct HeaderPictures: Sendable {
    /// A Boolean value that indicates whether headers have room for pictures.
    public internal(set) var areShown = false
    /// Changes whenever a picture may look different; distinguishes two states of one grid.
    private(set) var version = Version()
    private var pictures: [Int: HeaderPicture] = [:]

    public subscript(column: Int) -> HeaderPicture? { pictures[column] }

    mutating func set(_ picture: HeaderPicture, ofColumn column: Int) {
        guard pictures[column] != picture else { return }
        pictures[column] = picture
        version.advance()
    }

    /// Discards all pictures: they are of other rows.
    mutating func removeAll() {
        guard !pictures.isEmpty else { return }
        pictures = [:]
        version.advance()
    }
}
