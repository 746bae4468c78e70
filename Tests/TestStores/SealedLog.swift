/// A log of a database (-wal) with the salts and checksums that its frames need for its bytes. A length of pages that no database
/// has is left alone.
package func sealedLog(_ log: [UInt8]) -> [UInt8] {
    guard log.count > 32 else { return log }
    var sealing = LogSealing(bytes: log)
    let pageLength = Int(log[8]) << 24 | Int(log[9]) << 16 | Int(log[10]) << 8 | Int(log[11])
    guard (512...65536).contains(pageLength) else { return log }
    sealing.add(0..<24)
    sealing.write(at: 24)
    var frame = 32
    while frame + 24 + pageLength <= log.count {
        for index in 0..<8 { sealing.bytes[frame + 8 + index] = log[16 + index] }
        sealing.add(frame..<frame + 8)
        sealing.add(frame + 24..<frame + 24 + pageLength)
        sealing.write(at: frame + 16)
        frame += 24 + pageLength
    }
    return sealing.bytes
}

/// The checksums of a log, each of which goes on from the one before.
private struct LogSealing {
    var bytes: [UInt8]
    private var sums: (UInt32, UInt32) = (0, 0)

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Four bytes in the order that the first ones of the log name.
    private func number(_ place: Int) -> UInt32 {
        let isBigEndian = bytes[3] & 1 != 0
        return (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + (isBigEndian ? $1 : 3 - $1)]) }
    }

    mutating func add(_ range: Range<Int>) {
        for place in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
            sums.0 = sums.0 &+ number(place) &+ sums.1
            sums.1 = sums.1 &+ number(place + 4) &+ sums.0
        }
    }

    mutating func write(at place: Int) {
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: sums.0 >> UInt32(24 - index * 8))
            bytes[place + 4 + index] = UInt8(truncatingIfNeeded: sums.1 >> UInt32(24 - index * 8))
        }
    }
}
