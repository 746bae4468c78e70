/// A text of at most 16 bytes that is stored inline: a delimiter or the mark of a comment.
struct ShortBytes: Sendable, Hashable {
    static let limit = 16

    private var bytes = SIMD16<UInt8>(repeating: 0)
    let count: Int

    static let empty = ShortBytes()

    private init() { count = 0 }

    /// The part of a text that is found at some position.
    enum Match: Hashable {
        case none
        /// All the available bytes match, and are fewer than the text has.
        case part(Int)
        case whole
    }

    /// Nil where `text` is longer, or where a line ends in it.
    init?(_ text: String) {
        let utf8 = text.utf8
        guard utf8.count <= Self.limit, !utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
        count = utf8.count
        for (index, byte) in utf8.enumerated() { bytes[index] = byte }
    }

    init(_ byte: UInt8) {
        count = 1
        bytes[0] = byte
    }

    subscript(index: Int) -> UInt8 { bytes[index] }

    /// Returns the part of the text found at `start`, where `available` bytes can be read.
    @inline(__always)
    func match(at start: UnsafePointer<UInt8>, available: Int) -> Match {
        if count == 1 { return available > 0 && start[0] == bytes[0] ? .whole : .none }
        return longMatch(at: start, available: available)
    }

    @inline(never)
    private func longMatch(at start: UnsafePointer<UInt8>, available: Int) -> Match {
        for index in 0..<min(count, available) where start[index] != bytes[index] { return .none }
        return available < count ? .part(available) : .whole
    }

    /// The longest text that both begins and ends the first `count` bytes, and is not all of them: where a search resumes when
    /// the next byte does not match (Knuth, Morris, Pratt).
    func border(of count: Int) -> Int {
        var length = count - 1
        while length > 0 {
            if (0..<length).allSatisfy({ bytes[$0] == bytes[count - length + $0] }) { return length }
            length -= 1
        }
        return 0
    }

    /// Runs `body` with the text's bytes.
    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        withUnsafeBytes(of: bytes) { raw in
            raw.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
