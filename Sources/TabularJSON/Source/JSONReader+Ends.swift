import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Reports in `audit` laxities and faults before the rows, as far as a sample of the text goes.
    func noteBeginning(in audit: inout JSONAudit) throws(ReadError) {
        let count = min(table.start - text.start, tuning.sample)
        guard count > 0 else { return }
        let buffer = ReadBuffer(count: count)
        let bytes = buffer.prefix(try text.store.readFully(into: buffer.bytes, at: text.start))
        // A record separator begins a text of records (RFC 7464).
        var cursor = JSONCursor(bytes, at: bytes.firstIndex { !$0.isBlank && $0 != 0x1E } ?? bytes.count)
        var fault: SyntaxFault?
        do throws(SyntaxFault) { while try cursor.next() != nil {} } catch { fault = error }
        func line(_ byte: Int) -> Int {
            var wasCarriageReturn = false
            return UnsafeBufferPointer(rebasing: bytes[..<byte]).lineEnds(after: &wasCarriageReturn) + 1
        }
        for note in cursor.notes where note.kind.isLaxity {
            audit.noteBefore(note.kind, at: text.start + note.byte, line: line(note.byte))
        }
        // The end of a sample may be within a value.
        guard let fault, fault.kind != .cutOff, count == table.start - text.start else { return }
        audit.noteFaultBefore(fault.kind, at: text.start + fault.byte, line: line(fault.byte))
    }

    /// Reports in `audit` oddities at the end of an array or object, whose closing bracket is before `end`, and after it.
    func noteEnd(at end: Int, in audit: inout JSONAudit) throws(ReadError) {
        guard table.form == .elements || table.form == .members, end > table.start else { return }
        try table.noteTrailingComma(before: end, in: &audit)
        if containers.rowsAt.steps.isEmpty {
            try table.noteSurplus(behind: end, in: &audit, unless: closing)
        } else {
            try noteRest(behind: end, in: &audit)
        }
    }

    /// Reports in `audit` a fault in the containers around the rows, which end before `end`: as far as a part of the text goes,
    /// and where the whole ends.
    private func noteRest(behind end: Int, in audit: inout JSONAudit) throws(ReadError) {
        let prefix = openings
        var length = text.store.length
        while !length.isComplete, length.known - end <= Self.searchedBytes, !isClosed {
            length = try text.store.wait(beyond: length.known, deadline: monotonicNow() + Self.patience)
        }
        guard !isClosed, !text.store.isFollowed else { return }
        let buffer = ReadBuffer(count: max(0, min(length.known - end, Self.searchedBytes + 1)))
        let count = try text.store.readFully(into: buffer.bytes, at: end)
        let rest = buffer.prefix(count)
        let (fault, index) = (prefix + rest).withUnsafeBufferPointer { Self.passValue($0) }
        let place = max(0, index - prefix.count)
        guard let fault else {
            return try table.noteSurplus(behind: end + place, in: &audit, unless: closing)
        }
        if count > Self.searchedBytes {
            guard fault.kind == .cutOff, try !isTopClosed(), !isClosed else { return }
            return audit.noteFaultBehind(.cutOff, at: text.store.length.known, lines: 0)
        }
        var wasCarriageReturn = false
        let lines = UnsafeBufferPointer(rebasing: rest[..<place]).lineEnds(after: &wasCarriageReturn)
        audit.noteFaultBehind(fault.kind, at: end + place, lines: lines)
    }

    /// Nanoseconds to wait at a time for the end of a text that is still arriving.
    private static let patience: UInt64 = 500_000_000

    /// The index after the first value of a text; where it is not JSON, the fault and its byte.
    private static func passValue(_ text: UnsafeBufferPointer<UInt8>) -> (fault: SyntaxFault?, index: Int) {
        var cursor = JSONCursor(text)
        do throws(SyntaxFault) {
            _ = try cursor.nextValue()
            return (nil, cursor.index)
        } catch {
            return (error, error.byte)
        }
    }

    /// Returns true where the last byte of the text that is no blank closes the container around all.
    private func isTopClosed() throws(ReadError) -> Bool {
        let length = text.store.length.known
        let buffer = ReadBuffer(count: min(length, 1 << 12))
        let bytes = buffer.prefix(try text.store.readFully(into: buffer.bytes, at: length - buffer.bytes.count))
        guard let last = bytes.last(where: { !$0.isBlank }) else { return true }
        if case .element? = containers.rowsAt.steps.first { return last == UInt8(ascii: "]") }
        // A comment may follow.
        return last == UInt8(ascii: "}") || table.isRelaxed
    }

    /// The beginnings of the containers around the rows, with empty rows.
    fileprivate var openings: [UInt8] {
        var bytes: [UInt8] = []
        for step in containers.rowsAt.steps {
            switch step {
            case .element: bytes.append(UInt8(ascii: "["))
            case .member(let name):
                let escaped = name.bytes.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
                bytes += Array("{\"".utf8) + escaped + Array("\":".utf8)
            }
        }
        return bytes + Array((table.form == .elements ? "[]" : "{}").utf8)
    }
}

extension JSONReader {
    /// Bytes after the rows that are searched for more of them.
    fileprivate static let searchedBytes = 1 << 22

    /// The first array of objects after the rows, which end before `end`, that the tables of the text do not have; nil where
    /// there is none.
    func moreRows(behind end: Int) throws(ReadError) -> RowsPath? {
        let steps = containers.rowsAt.steps
        // The list enters no elements of arrays.
        guard !steps.isEmpty, steps.allSatisfy({ if case .member = $0 { true } else { false } }) else { return nil }
        var list = ContainerList(isRelaxed: table.isRelaxed)
        openings.withUnsafeBufferPointer { list.scan($0) }
        let buffer = ReadBuffer(count: tuning.block)
        var offset = end
        while !list.isDone, offset - end < Self.searchedBytes, !isClosed {
            let count = try text.store.read(into: buffer.bytes, at: offset)
            if count == 0 { break }
            list.scan(buffer.prefix(count))
            offset += count
            let known = Set(containers.paths)
            if let more = list.entries.first(where: { $0.holdsObjects && !known.contains($0.path) }) {
                return more.path
            }
        }
        return nil
    }
}

extension JSONTable {
    /// Bytes that are examined at a time.
    private static let sight = 4096

    /// Reports in `audit` a comma before the closing bracket, which is before `end`.
    func noteTrailingComma(before end: Int, in audit: inout JSONAudit) throws(ReadError) {
        let start = max(start, end - 1 - Self.sight)
        let buffer = ReadBuffer(count: Self.sight)
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - 1 - start))
        let count = try store.readFully(into: room, at: start)
        if let last = buffer.prefix(count).lastIndex(where: { !$0.isBlank }), buffer.bytes[last] == UInt8(ascii: ",") {
            audit.noteOutside(.trailingComma, at: start + last)
        }
    }

    /// Reports in `audit` any bytes but blanks after `end`.
    func noteSurplus(
        behind end: Int, in audit: inout JSONAudit, unless cancellation: Cancellation
    ) throws(ReadError) {
        guard let found = try firstByte(behind: end, unless: cancellation) else { return }
        // Comments may follow a value.
        if isRelaxed && found.byte == UInt8(ascii: "/") {
            audit.noteOutside(.comment, at: found.offset, lines: found.lines)
        } else {
            audit.noteSurplus(at: found.offset)
        }
    }

    /// Reports in `audit` a comment after the last of several values, or after the only one, which ends at `end`.
    func noteComment(
        behind end: Int, in audit: inout JSONAudit, unless cancellation: Cancellation
    ) throws(ReadError) {
        guard isRelaxed, let found = try firstByte(behind: end, unless: cancellation), found.byte == UInt8(ascii: "/")
        else {
            return
        }
        audit.noteOutside(.comment, at: found.offset, lines: found.lines)
    }

    /// The first byte after `end` that is no blank, its byte offset, and the line ends before it; nil where there is none.
    private func firstByte(
        behind end: Int, unless cancellation: Cancellation
    ) throws(ReadError) -> (byte: UInt8, offset: Int, lines: Int)? {
        let buffer = ReadBuffer(count: Self.sight)
        var (offset, lines, wasCarriageReturn) = (end, 0, false)
        while !cancellation.isRequested {
            let count = try store.read(into: buffer.bytes, at: offset)
            if count == 0 { return nil }
            if let byte = buffer.prefix(count).firstIndex(where: { !$0.isBlank }) {
                lines += buffer.prefix(byte).lineEnds(after: &wasCarriageReturn)
                return (buffer.bytes[byte], offset + byte, lines)
            }
            lines += buffer.prefix(count).lineEnds(after: &wasCarriageReturn)
            offset += count
        }
        return nil
    }
}
