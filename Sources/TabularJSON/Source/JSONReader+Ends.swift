import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Reports in `audit` laxities before the rows, as far as a sample of the text goes.
    func noteBeginning(in audit: inout JSONAudit) throws(ReadError) {
        let count = min(table.start - text.start, tuning.sample)
        guard count > 0 else { return }
        let buffer = ReadBuffer(count: count)
        let bytes = buffer.prefix(try text.store.readFully(into: buffer.bytes, at: text.start))
        var cursor = JSONCursor(bytes)
        while (try? cursor.next()) != nil {}
        for note in cursor.notes where note.kind.isLaxity {
            var wasCarriageReturn = false
            let lines = UnsafeBufferPointer(rebasing: bytes[..<note.byte]).lineEnds(after: &wasCarriageReturn)
            audit.noteBefore(note.kind, at: text.start + note.byte, line: lines + 1)
        }
    }

    /// Reports in `audit` oddities at the end of an array or object, whose closing bracket is before `end`, and after it.
    func noteEnd(at end: Int, in audit: inout JSONAudit) throws(ReadError) {
        guard table.form == .elements || table.form == .members, end > table.start else { return }
        try table.noteTrailingComma(before: end, in: &audit)
        // After an array in an object the object continues.
        if containers.rowsAt.steps.isEmpty { try table.noteSurplus(behind: end, in: &audit, unless: { isClosed }) }
    }
}

extension JSONReader {
    /// Bytes after the rows that are searched for more of them.
    private static let searchedBytes = 1 << 22

    /// The first array of objects after the rows, which end before `end`, that the tables of the text do not have; nil where
    /// there is none.
    func moreRows(behind end: Int) throws(ReadError) -> RowsPath? {
        let steps = containers.rowsAt.steps
        var beginning: [UInt8] = []
        for step in steps {
            guard case .member(let name) = step else { return nil }
            let escaped = name.bytes.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            beginning += Array("{\"".utf8) + escaped + Array("\":".utf8)
        }
        guard !steps.isEmpty else { return nil }
        var list = ContainerList(isRelaxed: table.isRelaxed)
        (beginning + Array((table.form == .elements ? "[]" : "{}").utf8)).withUnsafeBufferPointer { list.scan($0) }
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
        behind end: Int, in audit: inout JSONAudit, unless isOver: () -> Bool
    ) throws(ReadError) {
        guard let found = try firstByte(behind: end, unless: isOver) else { return }
        // Comments may follow a value.
        if isRelaxed && found.byte == UInt8(ascii: "/") {
            audit.noteOutside(.comment, at: found.offset, lines: found.lines)
        } else {
            audit.noteSurplus(at: found.offset)
        }
    }

    /// Reports in `audit` a comment after the last of several values, or after the only one, which ends at `end`.
    func noteComment(
        behind end: Int, in audit: inout JSONAudit, unless isOver: () -> Bool
    ) throws(ReadError) {
        guard isRelaxed, let found = try firstByte(behind: end, unless: isOver), found.byte == UInt8(ascii: "/") else {
            return
        }
        audit.noteOutside(.comment, at: found.offset, lines: found.lines)
    }

    /// The first byte after `end` that is no blank, its byte offset, and the line ends before it; nil where there is none.
    private func firstByte(
        behind end: Int, unless isOver: () -> Bool
    ) throws(ReadError) -> (byte: UInt8, offset: Int, lines: Int)? {
        let buffer = ReadBuffer(count: Self.sight)
        var (offset, lines, wasCarriageReturn) = (end, 0, false)
        while !isOver() {
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
