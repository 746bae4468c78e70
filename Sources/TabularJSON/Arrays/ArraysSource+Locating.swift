import QuadrilleRuntime
import Tabular
import TabularBytes

extension ArraysSource: ValueLocating {
    package func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace? {
        guard row < reader.arrays.rowCount, column < reader.tables.count else { return nil }
        var lane = ArrayLane(reader, column, of: 1)
        try lane.go(to: row)
        guard try lane.readNext(), lane.fields.field(at: 0).kind != .missing else { return nil }
        let range = lane.fields.field(at: 0).textRange
        var place = try reader.text.place(
            of: lane.offset + range.lowerBound..<lane.offset + range.upperBound, inRecord: row + 1)
        place.path = pointer(toRow: row, column: column)
        return place
    }

    package func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int? {
        let ending = Cancellation { [reader] in cancellation.isRequested || reader.isClosed }
        return try reader.lines.line(at: place.textOffset, in: reader.text.store, unless: ending)
    }

    package func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] { try reader.text.sourceBytes(range) }

    package func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        var lanes: [Int: ArrayLane] = [:]
        let count = Set(bytes.map(\.column)).count
        var offsets: [Int?] = []
        for byte in bytes {
            guard byte.row < reader.arrays.rowCount, reader.tables.indices.contains(byte.column) else {
                offsets.append(nil)
                continue
            }
            var lane = lanes[byte.column] ?? ArrayLane(reader, byte.column, of: count)
            try lane.go(to: byte.row)
            var offset: Int?
            if try lane.readNext(), let index = lane.fields.index(ofByte: byte.index, at: 0, of: lane.text) {
                offset = try reader.text.store.sourceOffset(of: lane.offset + index)
            }
            offsets.append(offset)
            lanes[byte.column] = lane
        }
        return offsets
    }
}

extension ArraysSource: ValuePaths {
    package var copyLabel: String { JSONPointer.copyLabel }

    package func path(ofRow row: Int, column: Int) throws(ReadError) -> String? {
        guard row < reader.arrays.rowCount, column < reader.tables.count else { return nil }
        return pointer(toRow: row, column: column)
    }

    private func pointer(toRow row: Int, column: Int) -> String {
        JSONPointer.text([reader.arrays.arrays[column].name.text, "\(row)"])
    }
}
