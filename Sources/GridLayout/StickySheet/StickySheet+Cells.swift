import Geometry

extension StickySheet {
    /// The cells of one band of rows that are frozen on `z` axes.
    func appendCells(
        _ band: Region.Band, _ z: Int, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        let rows = frame.rows.positions(of: band)
        let columns: (last: Range<Int>, first: Range<Int>)
        switch z - (band == .scrolling ? 0 : 1) {
        case 0: columns = (frame.columns.positions(of: .scrolling), 0..<0)
        case 1: columns = (frame.columns.positions(of: .trailing), frame.columns.positions(of: .leading))
        default: return
        }
        let width = columns.last.count + columns.first.count
        guard !rows.isEmpty, width > 0 else { return }
        let row = frame.rows[rows.lowerBound]
        output.reserveCapacity(forAdding: rows.count * width)
        output.append(addingCapacity: rows.count * width) { span in
            span.withUnsafeMutableBufferPointer { cells, count in
                for position in columns.last {
                    cells.initializeElement(at: count, to: cell(row, frame.columns[position]))
                    count += 1
                }
                for position in columns.first {
                    cells.initializeElement(at: count, to: cell(row, frame.columns[position]))
                    count += 1
                }
                // The other rows are copies of the first that lie elsewhere.
                for position in rows.dropFirst() {
                    let row = frame.rows[position]
                    for index in 0..<width {
                        let copy = cells[index].moved(toSection: row.index, y: row.start, height: row.size)
                        cells.initializeElement(at: count + index, to: copy)
                    }
                    count += width
                }
            }
        }
    }
}

extension Array {
    /// Makes room for `count` elements more, and where it has to grow, for as many again as there are.
    mutating func reserveCapacity(forAdding added: Int) {
        if capacity - count < added { reserveCapacity(Swift.max(count + added, capacity * 2)) }
    }
}
