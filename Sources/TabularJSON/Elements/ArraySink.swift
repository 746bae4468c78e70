import Tabular

/// A consumer of the arrays of a column, row by row.
protocol ArrayConsumer {
    /// A Boolean value that indicates whether no more arrays are wanted.
    var isFinished: Bool { get }

    mutating func take(_ elements: inout ArrayElements, ofRow row: Int)
}

/// A sink that finds the arrays among the values of one column, and passes them to `consumer`.
struct ArraySink<Consumer: ArrayConsumer>: RecordSink {
    /// The beginning of a value.
    private enum Start {
        case blank
        case bracket
        case other
    }

    var consumer: Consumer
    /// The number (0-based) of the next record.
    private(set) var row: Int
    private var check = ArrayCheck()
    private var start = Start.blank
    /// The text of a value that begins with a bracket.
    private var text: [UInt8] = []
    private var isArray = false
    /// Blanks before the text.
    private var blanks = 0

    /// Accepts records of one value each, the first of which is the row `row`.
    init(_ consumer: Consumer, fromRow row: Int) { (self.consumer, self.row) = (consumer, row) }

    var isFinished: Bool { consumer.isFinished }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bytes = bytes[...]
        if start == .blank {
            let count = bytes.count
            bytes = bytes.drop(while: \.isJSONBlank)
            blanks += count - bytes.count
            guard let first = bytes.first else { return }
            start = first == UInt8(ascii: "[") ? .bracket : .other
        }
        if start == .bracket { text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes)) }
    }

    mutating func endValue(_ state: CellState) { endValue(state, as: .text) }

    mutating func endValue(_ state: CellState, as kind: CellKind) {
        isArray = start == .bracket && state == .value && (kind == .json || kind == .text)
    }

    mutating func endRecord() {
        if isArray, !consumer.isFinished {
            var value: [UInt8] = []
            swap(&value, &text)
            value.withUnsafeBufferPointer { value in
                if var elements = check.elements(of: value) {
                    elements.origin += blanks
                    consumer.take(&elements, ofRow: row)
                }
            }
            swap(&value, &text)
        }
        text.removeAll(keepingCapacity: true)
        (start, isArray, blanks) = (.blank, false, 0)
        row += 1
    }
}
