import QuadrilleRuntime
import Tabular
import TestStores

@testable import TabularBytes
@testable import TabularText

/// A packed text with a few edits is whole, or something is said about it, and what comes before the damage is right.
@Sendable func checkPacked(_ choices: inout Choices) {
    let compression = choices.pick(Compression.allCases)
    var (edits, chunk) = (choices, choices.number(below: 64) + 1)
    // Where the edits are chosen by the text too, a small change of an input is a small change of what is done.
    let text = choices.rest
    let packed = compression.pack(text)
    var edited = packed
    edited.edit(by: &edits)
    guard compression.begins(edited) else { return }
    let (bytes, isWhole) = unpacked(edited, compression, chunk: chunk)
    if edited == packed { precondition(isWhole && bytes == text, "\(compression): \(bytes.count) of \(text.count)") }
    precondition(bytes == text || !isWhole, "\(compression): other bytes, and nothing is said")
    openPacked(edited, chunk: chunk)
}

/// Any bytes behind the first ones of a packed file come to an end.
@Sendable func checkPackedBytes(_ choices: inout Choices) {
    let (compression, chunk) = (choices.pick(Compression.allCases), choices.number(below: 64) + 1)
    let magic = compression.pack(Array("id,name\n1,x\n".utf8)).prefix(choices.number(below: 40))
    openPacked(magic + choices.rest, chunk: chunk)
}

/// The unpacked bytes, and true where nothing is missing, damaged or left over.
private func unpacked(_ packed: [UInt8], _ compression: Compression, chunk: Int) -> (bytes: [UInt8], isWhole: Bool) {
    let memory = MemoryStore(packed, piece: chunk)
    do throws(ReadError) {
        let store: any SpooledBytes
        if compression == .zip {
            guard let archive = try Archive(.zip, in: memory, name: "fuzz") else { return ([], false) }
            store = try archive.open(archive.onlyFile(of: "fuzz"), name: "fuzz")
        } else {
            store = try UnpackedStore(memory, compression, PackedPart(compression), name: "fuzz")
        }
        var isWhole = true
        do throws(ReadError) {
            while !store.length.isComplete { _ = try store.wait(beyond: store.length.known, deadline: .max) }
        } catch {
            isWhole = false
        }
        let count = store.length.known
        let buffer = ReadBuffer(count: max(1, count))
        let read = try store.readFully(into: UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<count]), at: 0)
        precondition(read == count, "\(read) of \(count) bytes can be read again")
        return (Array(buffer.prefix(count)), isWhole && store.surplus == nil)
    } catch {
        return ([], false)
    }
}

/// Opens the bytes as a file that turns out to be packed.
private func openPacked(_ packed: [UInt8], chunk: Int) {
    let store = MemoryStore(packed, piece: chunk)
    let source = TextSource(name: "fuzz.csv", options: TextOptions(), tuning: smallBlocks) { () throws(ReadError) in
        store
    }
    let snapshot = source.waitUntilComplete()
    // Few: a small file may unpack to millions.
    let rows = 0..<min(3, snapshot.rowCount.known)
    if case .complete = snapshot.phase { _ = source.lines(rows, columns: min(3, snapshot.columns.count)) }
    source.close()
}
