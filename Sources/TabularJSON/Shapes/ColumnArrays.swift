import QuadrilleRuntime
import Tabular
import TabularBytes

/// The arrays of an object as the columns of a table: the elements at one position are a row.
///
///     {"id": [1, 2, 3], "name": ["a", "b", "c"]}
struct ColumnArrays: Sendable, Hashable {
    struct Array: Sendable, Hashable {
        let name: MemberName
        /// From the byte after its opening bracket to its closing one, included.
        let bytes: Range<Int>
    }

    /// Bytes at the beginning of a text within which all of the arrays must end.
    static let longest = 1 << 24

    let arrays: [Array]
    /// The elements of each.
    let rowCount: Int
    /// The object, with its brackets.
    let bytes: Range<Int>
    /// The oddities of the object outside its arrays, by their byte offsets in the text.
    let notes: [SyntaxNote]

    /// A Boolean value that indicates whether the members listed so far are arrays of scalars, all of one length.
    static func mayBegin(with entries: [ContainerList.Entry]) -> Bool {
        guard let top = entries.first, top.container.form == .members, entries.count > 1,
            entries.count < ContainerList.limit, top.objects + top.scalars == 0, top.arrays == entries.count - 1
        else { return false }
        let closed = entries.dropFirst().filter(\.isClosed)
        return entries.dropFirst().allSatisfy { $0.objects + $0.arrays == 0 }
            && closed.allSatisfy { $0.scalars > 0 && $0.rows == closed[0].rows }
    }

    /// The arrays of the object that `entries` list; nil where these are not two or more arrays of scalars under different
    /// names, all of one length, or the object is not JSON.
    init?(_ entries: [ContainerList.Entry], in store: any ByteStore) throws(ReadError) {
        guard Self.mayBegin(with: entries), entries.count > 2, let end = entries[0].end,
            entries[0].rows == entries[0].arrays
        else { return nil }
        arrays = entries.dropFirst().compactMap { entry in
            guard case .member(let name)? = entry.path.steps.last, let end = entry.end else { return nil }
            return Array(name: name, bytes: entry.container.start..<end)
        }
        rowCount = entries[1].rows
        bytes = entries[0].container.start - 1..<end
        guard arrays.count == entries.count - 1, Set(arrays.map(\.name)).count == arrays.count else { return nil }
        guard let notes = try ArraysOutline(of: arrays.map(\.bytes), in: bytes, store).notes else { return nil }
        self.notes = notes
    }
}

/// The text of an object without the elements of its arrays: `{"id": [], "name": []}`.
private struct ArraysOutline {
    private var text: [UInt8] = []
    /// The beginnings of its pieces, here and in the whole.
    private var pieces: [(start: Int, offset: Int)] = []

    init(of arrays: [Range<Int>], in object: Range<Int>, _ store: any ByteStore) throws(ReadError) {
        var start = object.lowerBound
        for array in arrays {
            try append(start..<array.lowerBound, of: store)
            start = array.upperBound - 1
        }
        try append(start..<object.upperBound, of: store)
    }

    private mutating func append(_ range: Range<Int>, of store: any ByteStore) throws(ReadError) {
        let buffer = ReadBuffer(count: range.count)
        pieces.append((text.count, range.lowerBound))
        text += buffer.prefix(try store.readFully(into: buffer.bytes, at: range.lowerBound))
    }

    /// The oddities of the text, by their byte offsets in the whole; nil where it is not JSON.
    var notes: [SyntaxNote]? {
        text.withUnsafeBufferPointer { text in
            var cursor = JSONCursor(text)
            guard (try? cursor.nextValue()) != nil, cursor.index == text.count else { return nil }
            return cursor.notes.map { SyntaxNote(kind: $0.kind, byte: offset(of: $0.byte)) }
        }
    }

    private func offset(of byte: Int) -> Int {
        let piece = pieces.last { $0.start <= byte } ?? (0, 0)
        return piece.offset + byte - piece.start
    }
}
