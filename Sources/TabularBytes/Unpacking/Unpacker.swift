import CCodecs
import QuadrilleRuntime
import Tabular

/// An unpacker that moves packed bytes from a store through a decoder into a spool, stream after stream.
struct Unpacker {
    private static let outputLength = 1 << 18
    /// Data that grows by this ratio is suspected of being made to fill the disk once it takes a tenth of the free space:
    /// tables of text grow by 3 to 30.
    private static let suspiciousRatio = 200
    /// The size that a file in an archive may reach even at more than 100 times the packed bytes.
    private static let mostSuspicious = 1 << 30

    private let packed: any ByteStore
    private let compression: Compression
    private let part: PackedPart
    private let name: String
    private let spool: Spool
    private let decoder: any StreamDecoder
    private var input: PackedInput
    private let output = ReadBuffer(count: Self.outputLength)
    private var crc: UInt = 0
    /// The trailing bytes after the last stream, known after `run`.
    private(set) var surplus: Surplus?

    init(
        _ packed: any ByteStore, _ compression: Compression, _ part: PackedPart, name: String, into spool: Spool
    ) {
        self.compression = compression
        self.part = part
        self.name = name
        self.spool = spool
        decoder = part.coding.decoder()
        input = PackedInput(packed, in: part.range)
        self.packed = packed
    }

    /// Unpacks all, reporting the finished bytes of the packed source to `progress`. False when it was canceled.
    mutating func run(_ progress: (Int) -> Void) throws(ReadError) -> Bool {
        var hasYielded = false
        repeat {
            var isRunning = true
            while isRunning {
                guard !spool.isCancelled, try input.fill(1), !spool.isCancelled else { return false }
                isRunning = try step()
                progress(input.offset)
                // The first screen comes at full speed.
                if !hasYielded && spool.length.known > 1 << 20 {
                    BackgroundThread.yieldToOthers()
                    hasYielded = true
                }
            }
        } while try goesOn()
        if spool.isCancelled { return false }
        try verify()
        return true
    }

    /// Runs one step of the decoder; false when the stream has ended.
    private mutating func step() throws(ReadError) -> Bool {
        let isAtEnd = input.bytes.isEmpty
        let step = decoder.decode(input.bytes, into: output.bytes)
        input.consume(step.consumed)
        let produced = output.prefix(step.produced)
        if part.check != nil { crc = crc32(crc, produced.baseAddress, UInt32(produced.count)) }
        try spool.append(produced)
        if part.isMember, spool.length.known > mostBytes { throw stopped(.suspiciousSize(mostBytes)) }
        if let ratio = suspiciousRatio, let folder = spool.room?.folder {
            throw stopped(.suspiciousRatio(ratio, at: input.offset, bytes: spool.length.known, folder: folder))
        }
        switch step.outcome {
        case .ended: return false
        case .damaged: throw damaged()
        case .tooLarge: throw stopped(.needsMemory(compression, at: input.offset))
        case .running where step.consumed == 0 && step.produced == 0:
            if isAtEnd && part.coding == .stored && !part.isCut { return false }
            throw isAtEnd ? cut() : damaged()
        case .running: return true
        }
    }

    /// Returns true where another stream follows. Zeros after a stream fill a block of a tape, or align (xz); anything else is
    /// surplus.
    private mutating func goesOn() throws(ReadError) -> Bool {
        guard case .streams(let compression) = part.coding else { return false }
        while true {
            guard try input.fill(Compression.magicLength) else { return false }
            let zeros = input.bytes.prefix { $0 == 0 }.count
            if zeros == 0 { break }
            input.consume(zeros)
        }
        if input.bytes.isEmpty { return false }
        if compression.goesOn(input.bytes) {
            decoder.reset()
            return true
        }
        guard part.check == nil, let length = try PackedInput.wholeLength(of: packed) else { return false }
        surplus = Surplus(kind: .behindCompressed, byte: input.offset, count: length - input.offset)
        return false
    }

    /// Compares the result with the archive's entry for the file.
    private func verify() throws(ReadError) {
        if part.isCut { throw cut() }
        guard let check = part.check else { return }
        if UInt(check.crc) != crc || check.length != spool.length.known {
            throw stopped(.wrongChecksum(at: input.offset))
        }
    }

    /// The most bytes of a file of an archive: those of a large table that packs well, and half of the free room of the disk.
    private var mostBytes: Int {
        let room = spool.room.map { ($0.limit + $0.reserve) / 2 } ?? .max
        return min(Self.mostBytes(ofPacked: input.offset - part.range.lowerBound), room)
    }

    /// The most bytes that a file of an archive may have of as many packed ones.
    static func mostBytes(ofPacked count: Int) -> Int { max(mostSuspicious, min(count, .max / 100) * 100) }

    /// The unpacked bytes for each packed one, where they take too much of the disk for that.
    private var suspiciousRatio: Int? {
        guard let room = spool.room, spool.length.known > room.reserve else { return nil }
        let ratio = spool.length.known / max(1, input.offset - part.range.lowerBound)
        return ratio >= Self.suspiciousRatio ? ratio : nil
    }

    private func damaged() -> ReadError { stopped(.damaged(compression, at: input.offset)) }

    private func cut() -> ReadError { stopped(.cut(compression, at: input.offset)) }

    private func stopped(_ failure: UnpackFailure) -> ReadError { ReadError(failure, of: .source(name)) }
}
