import Tabular

/// Stands before a writer and puts an apostrophe before values that a spreadsheet would run as a formula: those that begin
/// with `=`, `+`, `-`, `@`, a tab or a carriage return, but for numbers, which `-5` is
/// (OWASP, CSV injection).
struct FormulaGuard<Writer: TableWriter>: TableWriter {
    /// No number that people write is longer.
    private static var longestNumber: Int { 64 }

    private var writer: Writer
    /// The beginning of a value that may be a number.
    private var held: [UInt8] = []
    private var isInside = false

    init(_ writer: Writer) { self.writer = writer }

    var output: ByteOutput { writer.output }
    var isFinished: Bool { writer.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        if isInside, held.isEmpty { return writer.append(bytes) }
        if !isInside {
            isInside = true
            switch first {
            case UInt8(ascii: "="), UInt8(ascii: "@"), 9, 13: mark()
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                held.append(contentsOf: bytes)
                return holdLess()
            default: break
            }
            return writer.append(bytes)
        }
        held.append(contentsOf: bytes)
        holdLess()
    }

    mutating func endValue(_ state: CellState) {
        if !held.isEmpty {
            let digits = held.dropFirst(held.first == UInt8(ascii: "+") ? 1 : 0)
            let isNumber = Array(digits).withUnsafeBufferPointer { DecimalText($0) != nil }
            if !isNumber { mark() }
            giveHeld()
        }
        isInside = false
        writer.endValue(state)
    }

    mutating func endRecord() { writer.endRecord() }
    mutating func finish() { writer.finish() }

    private mutating func holdLess() {
        guard held.count > Self.longestNumber else { return }
        mark()
        giveHeld()
    }

    private mutating func giveHeld() {
        held.withUnsafeBufferPointer { writer.append($0) }
        held.removeAll(keepingCapacity: true)
    }

    private mutating func mark() {
        let apostrophe = [UInt8(ascii: "'")]
        apostrophe.withUnsafeBufferPointer { writer.append($0) }
    }
}
