/// The lines that Pango has laid out lately, so that a scroll shapes each of them once.
///
/// Bounded by lines and by their bytes: when it is full, what the last frames did not use is dropped.
struct ShapedLineCache {
    private var lines: [UInt64: ShapedLine] = [:]
    private var frame = 0
    private let capacity = 8192
    /// Pango keeps some 40 bytes for each byte of a text.
    private let byteCapacity = 1 << 19
    private var byteCount = 0
    /// Lines laid out since the start: the work that tests count.
    private(set) var shapedCount = 0

    mutating func beginFrame() {
        frame += 1
        guard lines.count > capacity || byteCount > byteCapacity else { return }
        lines = lines.filter { $0.value.lastUse >= frame - 2 }
        byteCount = lines.values.reduce(0) { $0 + $1.text.count }
    }

    /// The line for `text`, cut to `limit` device pixels (negative: not cut), or its lines where it wraps there. A
    /// colliding hash costs a shaping, never a wrong text: the bytes are compared.
    mutating func line(_ text: UnsafeBufferPointer<UInt8>, limit: Int32, wraps: Bool = false, face: Face) -> ShapedLine
    {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        hasher.combine(limit)
        hasher.combine(wraps)
        hasher.combine(ObjectIdentifier(face))
        let key = UInt64(bitPattern: Int64(hasher.finalize()))
        if let known = lines[key], known.limit == limit, known.wraps == wraps, known.text.elementsEqual(text) {
            known.lastUse = frame
            return known
        }
        let line = ShapedLine(text, limit: limit, wraps: wraps, face: face)
        line.lastUse = frame
        shapedCount += 1
        byteCount += text.count
        lines[key] = line
        return line
    }
}
