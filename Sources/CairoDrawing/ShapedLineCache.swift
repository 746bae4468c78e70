/// The lines that Pango has laid out lately, so that a scroll shapes each of them once.
///
/// Bounded: when it is full, what the last frames did not use is dropped.
struct ShapedLineCache {
    private var lines: [UInt64: ShapedLine] = [:]
    private var frame = 0
    private let capacity = 8192
    /// Lines laid out since the start: the work that tests count.
    private(set) var shapedCount = 0

    mutating func beginFrame() {
        frame += 1
        guard lines.count > capacity else { return }
        lines = lines.filter { $0.value.lastUse >= frame - 2 }
    }

    /// The line for `text`, cut to `limit` device pixels (negative: not cut). A colliding hash costs a shaping, never a
    /// wrong text: the bytes are compared.
    mutating func line(_ text: UnsafeBufferPointer<UInt8>, limit: Int32, face: Face) -> ShapedLine {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        hasher.combine(limit)
        hasher.combine(ObjectIdentifier(face))
        let key = UInt64(bitPattern: Int64(hasher.finalize()))
        if let known = lines[key], known.limit == limit, known.text.elementsEqual(text) {
            known.lastUse = frame
            return known
        }
        let line = ShapedLine(text, limit: limit, face: face)
        line.lastUse = frame
        shapedCount += 1
        lines[key] = line
        return line
    }
}
