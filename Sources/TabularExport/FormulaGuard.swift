import Tabular

/// Filters the input of a writer and puts an apostrophe before values that a spreadsheet would run as a formula: those that
/// begin with `=`, `+`, `-` or `@`, also as full-width characters (＝, ＋, －, ＠), or with a tab or a line end; except for numbers
/// such as `-5` (OWASP, CSV injection).
struct FormulaGuard<Writer: TableWriter>: TableWriter {
    /// Longer than any number in practice.
    private static var longestNumber: Int { 64 }

    private var writer: Writer
    /// The beginning of a value that may be a number, or begin with a full-width sign.
    private var held: [UInt8] = []
    private var isInside = false

    init(_ writer: Writer) { self.writer = writer }

    var output: ByteOutput {
        get { writer.output }
        set { writer.output = newValue }
    }
    var isFinished: Bool { writer.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        if isInside, held.isEmpty { return writer.append(bytes) }
        if !isInside {
            isInside = true
            switch FormulaStart(first) {
            case .none: return writer.append(bytes)
            case .sign:
                mark()
                return writer.append(bytes)
            case .signOfNumber, .wide: break
            }
        }
        held.append(contentsOf: bytes)
        giveDecided()
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        if !held.isEmpty { giveHeld() }
        isInside = false
        writer.endValue(state, as: kind)
    }

    mutating func endMissing(_ count: Int) { writer.endMissing(count) }

    mutating func endRecord() { writer.endRecord() }
    mutating func finish() { writer.finish() }

    /// Passes on the held bytes once further bytes cannot change the decision.
    private mutating func giveDecided() {
        let isDecided =
            held.first == FormulaStart.wideLead
            ? held.count >= FormulaStart.wideCount : held.count > Self.longestNumber
        if isDecided { giveHeld() }
    }

    private mutating func giveHeld() {
        let isFormula = held.withUnsafeBufferPointer {
            FormulaStart.isFormula($0) || $0.count > Self.longestNumber && FormulaStart($0[0]) == .signOfNumber
        }
        if isFormula { mark() }
        held.withUnsafeBufferPointer { writer.append($0) }
        held.removeAll(keepingCapacity: true)
    }

    private mutating func mark() {
        let apostrophe = [UInt8(ascii: "'")]
        apostrophe.withUnsafeBufferPointer { writer.append($0) }
    }
}

/// The conclusion from the first byte of a value whether it is a formula.
enum FormulaStart: Hashable {
    case none
    case sign
    /// A formula, unless the value is a number.
    case signOfNumber
    /// Perhaps the first byte of a full-width sign.
    case wide

    /// The first byte of the full-width signs, and the length of each.
    static let wideLead: UInt8 = 0xEF
    static let wideCount = 3
    private static let wideSigns: [StaticString] = ["＝", "＋", "－", "＠"]

    init(_ first: UInt8) {
        self =
            switch first {
            case UInt8(ascii: "="), UInt8(ascii: "@"), 9, 10, 13: .sign
            case UInt8(ascii: "+"), UInt8(ascii: "-"): .signOfNumber
            case Self.wideLead: .wide
            default: .none
            }
    }

    /// Returns true where a spreadsheet would run a whole value.
    static func isFormula(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first else { return false }
        switch FormulaStart(first) {
        case .none: return false
        case .sign: return true
        case .signOfNumber:
            let digits = UnsafeBufferPointer(rebasing: value[(first == UInt8(ascii: "+") ? 1 : 0)...])
            return DecimalText(digits) == nil
        case .wide: return isWideSign(value)
        }
    }

    /// Returns true where a text begins with a full-width sign.
    static func isWideSign(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        wideSigns.contains { sign in sign.withUTF8Buffer { text.starts(with: $0) } }
    }
}

extension ExportStyle {
    /// Returns the name of a column or a group, guarded if values are.
    func guarded(_ name: String) -> String {
        guard escapesFormulas else { return name }
        return Array(name.utf8).withUnsafeBufferPointer { FormulaStart.isFormula($0) } ? "'" + name : name
    }
}
