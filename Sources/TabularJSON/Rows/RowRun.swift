/// The rows that end in a stretch of bytes that a scanner scans.
struct RowRun: Sendable {
    var scanner: RowScanner
    /// Rows that ended.
    private(set) var rows = 0
    /// The end of the first of them, if requested.
    private(set) var first: Int?
    /// True where the last row ended with the last byte.
    private(set) var endsWithRow = false
    let start: Int
    /// The offset after the last scanned byte.
    private(set) var end: Int

    init(_ scanner: RowScanner, at offset: Int) {
        self.scanner = scanner
        start = offset
        end = offset
    }

    /// Scans the next bytes, up to the end of the container; `findsFirst` may be false where the first row is not needed.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, findsFirst: Bool = true) {
        guard !bytes.isEmpty else { return }
        // The last byte separately, to see whether a row ends with it.
        pass(UnsafeBufferPointer(rebasing: bytes.dropLast()), findsFirst)
        let last = UnsafeBufferPointer(rebasing: bytes.suffix(1))
        var scanned = (bytes: 0, rows: 1)
        while scanned.bytes == 0 && scanned.rows > 0 {
            scanned = scanner.scan(last, limit: 1)
            add(scanned, findsFirst)
        }
        endsWithRow = scanned == (1, 1)
    }

    private mutating func pass(_ bytes: UnsafeBufferPointer<UInt8>, _ findsFirst: Bool) {
        var rest = bytes
        while !rest.isEmpty && !scanner.isEnded {
            let scanned = scanner.scan(rest, limit: findsFirst && first == nil ? 1 : .max)
            add(scanned, findsFirst)
            rest = UnsafeBufferPointer(rebasing: rest[scanned.bytes...])
        }
    }

    private mutating func add(_ scanned: (bytes: Int, rows: Int), _ findsFirst: Bool) {
        end += scanned.bytes
        rows += scanned.rows
        if findsFirst && first == nil && scanned.rows > 0 { first = end }
    }
}
