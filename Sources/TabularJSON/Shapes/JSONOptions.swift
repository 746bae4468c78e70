/// The user's choices for reading a JSON text.
package struct JSONOptions: Sendable, Hashable {
    /// The most levels of nested objects that become columns.
    package static let deepest = 8

    /// The array or object whose members are the rows; nil where it is detected.
    var rowsAt: RowsPath?
    /// Levels of nested objects that become columns of their own.
    var depth: Int

    /// The name of the encoding; nil where it is detected.
    var encoding: String?

    /// A `depth` of nil is the deepest.
    package init(rowsAt: RowsPath? = nil, depth: Int? = nil, encoding: String? = nil) {
        (self.rowsAt, self.depth) = (rowsAt, min(max(0, depth ?? Self.deepest), Self.deepest))
        self.encoding = encoding
    }
}

/// The arrays and objects of a text that may hold rows, and the one whose rows are shown: an ability of a source.
package struct JSONContainers: Sendable {
    package let rowsAt: RowsPath
    package let paths: [RowsPath]
}
