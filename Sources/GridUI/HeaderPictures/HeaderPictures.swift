import TabularOps

/// The small picture under a column's title.
public struct HeaderPicture: Sendable, Hashable {
    public var bars: ColumnBars
    /// A note on the picture: the rows that it covers, where those are not all, or the reason why it is absent.
    public var note: String?

    public init(_ bars: ColumnBars, note: String? = nil) { (self.bars, self.note) = (bars, note) }
}

/// The pictures that are known, by column of the table. A grid shows those of columns in sight; whoever owns it finds out
/// what they are.
public struct HeaderPictures: Sendable {
    /// A Boolean value that indicates whether headers have room for them.
    public internal(set) var areShown = false
    /// Another number whenever one of them may look otherwise, which tells two states of one grid apart.
    private(set) var version = 0
    private var pictures: [Int: HeaderPicture] = [:]

    public subscript(column: Int) -> HeaderPicture? { pictures[column] }

    mutating func set(_ picture: HeaderPicture, ofColumn column: Int) {
        guard pictures[column] != picture else { return }
        pictures[column] = picture
        version += 1
    }

    /// Forgets them: they are of other rows.
    mutating func removeAll() {
        guard !pictures.isEmpty else { return }
        pictures = [:]
        version += 1
    }
}
