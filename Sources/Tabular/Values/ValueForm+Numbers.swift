extension ValueForm {
    /// True where plain numbers (`DecimalText`) need no conversion: kernels for these can be used directly. With a decimal
    /// comma `1.234` means something else, and a null word may look like a number.
    package var readsPlainNumbers: Bool { decimalMark == .point && unit != .percent && !nullWords.mayBeTyped }

    /// Calls `body` with the number that a value represents, and returns its result; nil when it is none of the column's.
    ///
    /// - Complexity: O(bytes).
    package func withNumber<R>(_ value: UnsafeBufferPointer<UInt8>, _ body: (DecimalText) -> R?) -> R? {
        withPlainNumber(value) { DecimalText($0).flatMap(body) }
    }

    /// Calls `body` with the text of the plain number that a value represents; nil when it is none of the column's. Loops over
    /// many values call `plainNumber(of:in:)` themselves, since a generic function of another module is slow.
    package func withPlainNumber<R>(
        _ value: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R?
    ) -> R? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.room(for: value)) { room in
            room.baseAddress.flatMap { plainNumber(of: value, in: $0) }.flatMap(body)
        }
    }

    /// Bytes that `plainNumber(of:in:)` needs.
    @inline(__always)
    package static func room(for value: UnsafeBufferPointer<UInt8>) -> Int { min(value.count, NumberScan.limit) + 1 }

    /// The text of the plain number that a value represents: itself, or written into `room`. Nil when it is none of the
    /// column's.
    package func plainNumber(
        of value: UnsafeBufferPointer<UInt8>, in room: UnsafeMutablePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        if nullWords.mayBeTyped && nullWords.contains(value) { return nil }
        if decimalMark == .point && unit != .percent && DecimalText(value) != nil { return value }
        guard !value.isEmpty, value.count <= NumberScan.limit, let count = writePlainNumber(value, to: room) else {
            return nil
        }
        return UnsafeBufferPointer(start: room, count: count)
    }

    /// Writes the plain number that a value of 1 to `NumberScan.limit` bytes represents: at most a byte more than the value
    /// has. Returns the count of its bytes; nil when it is none of the column's.
    package func writePlainNumber(
        _ value: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        if let count = SimpleNumber.write(withoutSimpleUnit(value), decimalMark, to: output) { return count }
        return writeScannedNumber(value, to: output)
    }

    /// A value without the percent sign at its end or the dollar sign at its beginning, where most of these are; empty where a
    /// percent sign is missing.
    @inline(__always)
    private func withoutSimpleUnit(_ value: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        switch unit {
        case .none: value
        case .percent:
            UnsafeBufferPointer(rebasing: value.last == UInt8(ascii: "%") ? value.dropLast() : value.prefix(0))
        case .currency(let currency):
            currency == .dollar && value.first == UInt8(ascii: "$")
                ? UnsafeBufferPointer(rebasing: value.dropFirst()) : value
        }
    }

    @inline(never)
    private func writeScannedNumber(
        _ value: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        guard let scan = NumberScan(value), holds(scan.unit) else { return nil }
        return scan.write(decimalMark, to: output)
    }

    /// Returns true where values of a unit belong to the column.
    private func holds(_ other: NumberUnit) -> Bool {
        switch (unit, other) {
        case (.none, .none), (.percent, .percent), (.currency, .none): true
        case (.currency(let own), .currency(let other)): own == other
        default: false
        }
    }

    /// The plain number to compare values of the column with: a text that reads as one of them, or a plain number,
    /// which needs neither the column's mark nor its unit. Nil when it is neither.
    package func comparedNumber(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            if let own = withPlainNumber(bytes, { Array($0) }) { return own }
            if unit != .none, let scan = NumberScan(bytes), scan.unit == .none {
                var output = [UInt8](repeating: 0, count: bytes.count + 1)
                let count = output.withUnsafeMutableBufferPointer { output in
                    output.baseAddress.flatMap { scan.write(decimalMark, to: $0) }
                }
                if let count { return Array(output[..<count]) }
            }
            return DecimalText(bytes) != nil ? Array(bytes) : nil
        }
    }

    /// A plain number as values of the column may be written: the text that `comparedNumber` reads as it.
    package func text(ofPlainNumber number: String) -> String {
        decimalMark == .comma ? String(number.map { $0 == "." ? "," : $0 }) : number
    }
}

/// Numbers of ASCII digits with groups and a mark, and perhaps a sign before them: most of those that are not plain.
package enum SimpleNumber {
    /// Returns true where a text is such a number, of up to 32 bytes, and has no fraction if it must be `whole`.
    package static func isNumber(_ text: UnsafeBufferPointer<UInt8>, _ decimalMark: DecimalMark, whole: Bool) -> Bool {
        guard text.count <= 32 else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 33) { room in
            guard let output = room.baseAddress, let count = write(text, decimalMark, to: output) else { return false }
            return !whole || UnsafeBufferPointer(start: output, count: count).allSatisfy { $0 != UInt8(ascii: ".") }
        }
    }

    /// Writes one as a plain number; nil when the text has another form.
    @inline(__always)
    static func write(
        _ text: UnsafeBufferPointer<UInt8>, _ decimalMark: DecimalMark, to output: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        guard let base = text.baseAddress, text.count > 0 else { return nil }
        let (mark, count) = (decimalMark.byte, text.count)
        var (index, written) = (0, 0)
        if base[0] == UInt8(ascii: "-") {
            output[0] = base[0]
            (index, written) = (1, 1)
        }
        let first = index
        // Digits since the last sign between groups, that sign, and how many there were.
        var (length, sign, groups): (Int, UInt8, Int) = (0, 0, 0)
        while index < count {
            let byte = base[index]
            if byte &- 0x30 < 10 {
                output[written] = byte
                written &+= 1
                length &+= 1
            } else if byte == mark {
                break
            } else {
                guard
                    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == 0x20 || byte == UInt8(ascii: "'")
                else { return nil }
                if groups == 0 {
                    guard length &- 1 < 3, length > 0, base[first] != 0x30 else { return nil }
                    sign = byte
                } else if byte != sign || length != 3 {
                    return nil
                }
                groups &+= 1
                length = 0
            }
            index &+= 1
        }
        // A network address has three signs, and points.
        if groups > 0 && (length != 3 || groups == 3 && sign == UInt8(ascii: ".")) { return nil }
        if index == count { return length > 0 ? written : nil }
        output[written] = UInt8(ascii: ".")
        written &+= 1
        index &+= 1
        guard index < count else { return nil }
        while index < count {
            let byte = base[index]
            guard byte &- 0x30 < 10 else { return nil }
            output[written] = byte
            written &+= 1
            index &+= 1
        }
        return written
    }
}
