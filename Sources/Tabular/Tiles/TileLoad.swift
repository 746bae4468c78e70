import QuadrilleRuntime

/// One piece of work for the loader: tiles in the same rows, so that one read makes them all.
package struct TileLoad: Sendable, Hashable {
    /// 0-based over the data.
    package var rows: Range<Int>
    /// The row after the last of those below that are wanted next: one read covers them all.
    package var rowsToCome: Int
    /// Ascending, each once.
    package var keys: [BlockTiles.Key]
    package var columns: [Range<Int>]
    /// The request that it was made for.
    package var version: Version
    /// The last row as it was then, where that may still grow.
    package var openRow: OpenRow?

    package init(rows: Range<Int>, rowsToCome: Int, keys: [BlockTiles.Key], columns: [Range<Int>], version: Version) {
        (self.rows, self.rowsToCome) = (rows, rowsToCome)
        (self.keys, self.columns, self.version) = (keys, columns, version)
    }
}

/// The last row of a source whose end is not the end of a record: it consists of the bytes so far, and grows when more are
/// appended.
package struct OpenRow: Sendable, Hashable {
    /// 0-based over the data.
    package var row: Int
    /// The byte offset after the last of its bytes.
    package var end: Int

    package init(row: Int, end: Int) { (self.row, self.end) = (row, end) }
}
