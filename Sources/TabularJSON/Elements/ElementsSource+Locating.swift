import QuadrilleRuntime
import Tabular

extension ElementsSource: ValueLocating {
    /// Nil: elements have bytes, and no location of their own.
    package func place(ofRow row: Int, column: Int) throws(ReadError) -> ValuePlace? { nil }

    /// A byte in a long array is that where the array begins.
    package func sourceOffsets(of bytes: [ValueByte]) throws(ReadError) -> [Int?] {
        let abilities = reader.base.abilities
        var offsets = [Int?](repeating: nil, count: bytes.count)
        let places = bytes.indices.filter { bytes[$0].column > 0 }
        guard let locating = abilities.locate, let base = abilities.pick, let last = places.last else { return offsets }
        let known = try reader.waitForRows(bytes[last].row + 1)
        guard let tree = known.tree else { return offsets }
        let rows = Set(places.map { bytes[$0].row }).sorted()
        var elements = ElementStarts()
        try reader.give(rows, to: &elements)
        let found = Dictionary(uniqueKeysWithValues: zip(rows, elements.found))
        let arrayRows = Set(elements.found.map(\.row)).sorted()
        var texts = ContainerTexts()
        try base.streamRecords(at: arrayRows, of: .columns([known.column]), into: &texts)
        let arrays = Dictionary(
            uniqueKeysWithValues: zip(arrayRows, texts.records).map { ($0, $1.first ?? ContainerText()) })
        var readers: [Int: FieldReader] = [:]
        // Of some bytes it is not known where they are.
        var asked: [(place: Int, byte: ValueByte)] = []
        for place in places {
            let byte = bytes[place]
            guard let element = found[byte.row], let array = arrays[element.row] else { continue }
            var fields = readers[byte.column] ?? FieldReader(tree, wanted: [byte.column - 1])
            let index = array.index(ofByte: byte.index, in: element.range, by: &fields)
            readers[byte.column] = fields
            asked.append((place, ValueByte(row: element.row, column: known.column, index: index ?? 0)))
        }
        for (own, offset) in zip(asked, try locating.sourceOffsets(of: asked.map(\.byte))) {
            offsets[own.place] = offset
        }
        return offsets
    }

    package func line(of place: ValuePlace, unless cancellation: Cancellation) throws(ReadError) -> Int? {
        try reader.base.abilities.locate?.line(of: place, unless: cancellation)
    }

    package func sourceBytes(_ range: Range<Int>) throws(ReadError) -> [UInt8] {
        try reader.base.abilities.locate?.sourceBytes(range) ?? []
    }
}

extension ContainerText {
    /// The index in the array, as it is shown, of a byte of the only value that `reader` wants of the element at `range`; nil
    /// where it is not there, or the array is long.
    fileprivate func index(ofByte byte: Int, in range: Range<Int>, by reader: inout FieldReader) -> Int? {
        guard bytes.count <= Self.longest, bytes.indices.contains(range.lowerBound), range.upperBound <= bytes.count
        else { return nil }
        return bytes.withUnsafeBufferPointer { array in
            let text = UnsafeBufferPointer(rebasing: array[range])
            _ = reader.read(text, readable: array.count - range.lowerBound)
            return reader.index(ofByte: byte, at: 0, of: text).map { shownIndex(range.lowerBound + $0) }
        }
    }
}

/// A consumer that records where elements are.
private struct ElementStarts: ElementConsumer {
    private(set) var found: [(row: Int, range: Range<Int>)] = []

    var isFinished: Bool { false }

    mutating func take(_ element: ArrayElement) {
        found.append((element.row, element.start..<element.start + element.text.count))
    }
}
