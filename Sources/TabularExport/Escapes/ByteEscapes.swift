/// The bytes that a format escapes.
struct ByteEscapes: Sendable {
    /// 0, or 1 more than the index of the escape.
    private let places: [UInt8]
    private let texts: [StaticString]

    init(_ escapes: KeyValuePairs<Unicode.Scalar, StaticString>) {
        var places = [UInt8](repeating: 0, count: 256)
        for (index, escape) in escapes.enumerated() { places[Int(escape.key.value)] = UInt8(index + 1) }
        self.places = places
        texts = escapes.map(\.value)
    }

    /// Returns the index of the next byte of `text` that needs an escape, from `start` on; the end where there is none.
    func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        places.withUnsafeBufferPointer { places in
            var index = start
            while index < text.count && places[Int(text[index])] == 0 { index &+= 1 }
            return index
        }
    }

    /// The escape of a byte that has one.
    subscript(byte: UInt8) -> StaticString { texts[Int(places[Int(byte)]) - 1] }
}
