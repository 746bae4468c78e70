import QuadrilleRuntime
import Tabular
import TabularBytes

extension JSONReader {
    /// Bytes before the end of the rows that are looked at.
    private static let sight = 4096

    /// Notes in `audit` what is odd at the end of an array or object, whose closing bracket stands before `end`, and behind it.
    func noteEnd(at end: Int, in audit: inout JSONAudit) throws(ReadError) {
        guard table.form == .elements || table.form == .members, end > table.start else { return }
        let start = max(table.start, end - 1 - Self.sight)
        let buffer = ReadBuffer(count: tuning.block)
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - 1 - start))
        let count = try text.store.readFully(into: room, at: start)
        if let last = buffer.prefix(count).lastIndex(where: { !$0.isBlank }), buffer.bytes[last] == UInt8(ascii: ",") {
            audit.noteTrailingComma(at: start + last)
        }
        // Behind an array in an object the object goes on.
        guard containers.rowsAt.steps.isEmpty else { return }
        var offset = end
        while !isClosed {
            let count = try text.store.read(into: buffer.bytes, at: offset)
            if count == 0 { return }
            if let byte = buffer.prefix(count).firstIndex(where: { !$0.isBlank }) {
                // Comments may follow a value.
                if !(table.isRelaxed && buffer.bytes[byte] == UInt8(ascii: "/")) {
                    audit.noteSurplus(at: offset + byte)
                }
                return
            }
            offset += count
        }
    }
}
