import Glibc
import QuadrilleRuntime
import Tabular

/// The rows of a view or virtual table, which has no keys: read once from the first row on into a temporary file.
///
///     chunk   bytes of the cells, then for each cell: piece (8), state (1), kind and storage (1)
struct SteppedRows: Sendable {
    /// Some hundred rows in the file.
    private struct Chunk: Sendable {
        let firstRow: Int
        let rowCount: Int
        let offset: Int
        let byteCount: Int
    }

    /// The bit of a kind for numbers that are stored as binary fractions.
    private static let real: UInt8 = 0x80

    let file: SpillFile
    let columnCount: Int
    private var chunks: [Chunk] = []
    private(set) var rowCount = 0
    private var end = 0

    /// `name` is that of the database.
    init(columnCount: Int, name: String) throws(ReadError) {
        (self.columnCount, file) = (columnCount, try SpillFile(for: .source(name)))
    }

    /// Appends the rows of `buffer`.
    mutating func append(_ buffer: CellBuffer) throws(ReadError) {
        guard buffer.rowCount > 0 else { return }
        var bytes = buffer.bytes
        for index in buffer.pieces.indices {
            withUnsafeBytes(of: buffer.pieces[index].bits.littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(buffer.states[index].rawValue)
            bytes.append(buffer.kinds[index].rawValue | (buffer.reals[index] ? Self.real : 0))
        }
        let failure = bytes.withUnsafeBytes { file.write($0, at: end).failure }
        if let failure { throw failure }
        chunks.append(
            Chunk(firstRow: rowCount, rowCount: buffer.rowCount, offset: end, byteCount: buffer.bytes.count))
        rowCount += buffer.rowCount
        end += bytes.count
    }

    /// Appends `columns` of the ascending rows `rows` to `buffer` until it is full, and returns their number.
    func fill(
        _ buffer: inout CellBuffer, _ rows: some RowIndices, _ columns: [Int]
    ) throws(ReadError) -> Int {
        var (count, loaded): (Int, (chunk: Chunk, bytes: [UInt8])?) = (0, nil)
        for row in rows {
            if buffer.isFull || row >= rowCount { break }
            if loaded.map({ row >= $0.chunk.firstRow + $0.chunk.rowCount }) ?? true {
                let chunk = chunks[index(of: row)]
                loaded = (chunk, try bytes(of: chunk))
            }
            if let loaded { append(row - loaded.chunk.firstRow, columns, of: loaded, to: &buffer) }
            count += 1
        }
        return count
    }

    private func append(
        _ row: Int, _ columns: [Int], of loaded: (chunk: Chunk, bytes: [UInt8]), to buffer: inout CellBuffer
    ) {
        for column in columns {
            let place = loaded.chunk.byteCount + (row * columnCount + column) * 10
            var bits: UInt64 = 0
            for index in 0..<8 { bits |= UInt64(loaded.bytes[place + index]) << (8 * UInt64(index)) }
            let piece = RecordBatch.Piece(bits: bits)
            buffer.append(loaded.bytes[piece.start..<(piece.start + piece.count)])
            buffer.endCell(
                CellState(rawValue: loaded.bytes[place + 8]) ?? .value,
                CellKind(rawValue: loaded.bytes[place + 9] & ~Self.real) ?? .text,
                isReal: loaded.bytes[place + 9] & Self.real != 0)
        }
        buffer.endRow()
    }

    private func index(of row: Int) -> Int {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].firstRow <= row { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    private func bytes(of chunk: Chunk) throws(ReadError) -> [UInt8] {
        let count = chunk.byteCount + chunk.rowCount * columnCount * 10
        var failure: ReadError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            do throws(ReadError) {
                try file.readFully(into: UnsafeMutableRawBufferPointer(buffer), at: chunk.offset)
                used = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
