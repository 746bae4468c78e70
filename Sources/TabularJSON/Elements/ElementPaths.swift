import Tabular

/// The paths of elements: those of their arrays, continued from there.
struct ElementPaths: ValuePaths {
    private let reader: ElementsReader
    /// The paths of the other table.
    private let paths: any ValuePaths

    init(_ reader: ElementsReader, _ paths: any ValuePaths) { (self.reader, self.paths) = (reader, paths) }

    var copyLabel: String { paths.copyLabel }

    /// The path of a value; of the first column, that of the element.
    func path(ofRow row: Int, column: Int) throws(ReadError) -> String? {
        var place = ElementPlace()
        try reader.give(row..<row + 1, to: &place)
        let known = try reader.waitForRows(row + 1)
        guard let element = place.element, let array = try paths.path(ofRow: element.row, column: known.column) else {
            return nil
        }
        return array + JSONPointer.text(["\(element.index)"] + names(ofColumn: column - 1, in: known.tree))
    }

    /// The names that lead from an element to a column.
    private func names(ofColumn column: Int, in tree: ColumnTree?) -> [String] {
        guard let tree, tree.places.indices.contains(column) else { return [] }
        switch tree.places[column] {
        case .key, .value, .others: return []
        case .position(let position): return ["\(position)"]
        case .member(let node): return tree.names(to: node)
        }
    }
}

/// A consumer that finds the array of one element.
private struct ElementPlace: ElementConsumer {
    private(set) var element: (row: Int, index: Int)?

    var isFinished: Bool { element != nil }

    mutating func take(_ element: ArrayElement) { self.element = (element.row, element.index) }
}
