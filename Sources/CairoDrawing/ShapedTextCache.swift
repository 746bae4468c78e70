/// The texts recently laid out by Pango, so that a scroll shapes each of them once.
///
/// Bounded by bytes: in a full cache each new text replaces the oldest one that the last frames did not use. It never evicts
/// many at once, which would delay a frame.
struct ShapedTextCache {
    private var texts: [UInt64: ShapedText] = [:]
    /// The keys of the texts, oldest first, from `oldest` on.
    private var queue: [UInt64] = []
    private var oldest = 0
    private var frame = 0
    private let byteCapacity: Int
    private(set) var byteCount = 0
    /// Texts laid out since the start: the work that tests count.
    private(set) var shapedCount = 0
    /// The number of old texts that each new one checks for eviction.
    private static let lookCount = 3

    init(byteCapacity: Int = 1 << 23) { self.byteCapacity = byteCapacity }

    mutating func beginFrame() { frame += 1 }

    mutating func removeAll() {
        texts.removeAll()
        queue.removeAll()
        oldest = 0
        byteCount = 0
    }

    /// Returns `text` shaped, cut to `limit` device pixels (negative: not cut), or its lines where it wraps there. A hash
    /// collision costs a shaping, never a wrong text: entire texts are compared.
    mutating func text(
        _ text: UnsafeBufferPointer<UInt8>, limit: Int32, wraps: Bool = false, face: Face
    ) -> ShapedText {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        hasher.combine(limit)
        hasher.combine(wraps)
        hasher.combine(face.number)
        let key = UInt64(bitPattern: Int64(hasher.finalize()))
        if let known = texts[key], known.face == face.number, known.limit == limit, known.wraps == wraps,
            known.text.elementsEqual(text)
        {
            known.lastUse = frame
            return known
        }
        let shaped = withFonts { ShapedText(text, limit: limit, wraps: wraps, face: face) }
        shaped.lastUse = frame
        shapedCount += 1
        byteCount += shaped.byteCount
        if let replaced = texts.updateValue(shaped, forKey: key) {
            byteCount -= replaced.byteCount
        } else {
            queue.append(key)
        }
        makeRoom()
        return shaped
    }

    /// The clusters of a line of a text that was just requested; adds their memory to the count.
    mutating func clusters(of text: ShapedText, line: Int, face: Face) -> [ShapedText.Cluster] {
        let before = text.byteCount
        let clusters = text.clusters(ofLine: line, face)
        byteCount += text.byteCount - before
        return clusters
    }

    private mutating func makeRoom() {
        for _ in 0..<Self.lookCount where byteCount > byteCapacity && oldest < queue.count {
            let key = queue[oldest]
            oldest += 1
            guard let text = texts[key] else { continue }
            if text.lastUse >= frame - 1 {
                queue.append(key)
            } else {
                texts[key] = nil
                byteCount -= text.byteCount
            }
        }
        // Only rarely, so that the amortized cost is negligible.
        guard oldest > 256, oldest * 2 > queue.count else { return }
        queue.removeFirst(oldest)
        oldest = 0
    }
}
