import CCodecs

/// bzip2 by its own library.
final class Bzip2Decoder: StreamDecoder {
    // On the heap: the library keeps the address.
    private let stream = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
    private var isReady = false

    init() {
        stream.initialize(to: bz_stream())
        begin()
    }

    deinit {
        if isReady { BZ2_bzDecompressEnd(stream) }
        stream.deallocate()
    }

    func reset() {
        if isReady { BZ2_bzDecompressEnd(stream) }
        stream.pointee = bz_stream()
        begin()
    }

    private func begin() { isReady = BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK }

    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        guard isReady else { return DecoderStep(consumed: 0, produced: 0, outcome: .tooLarge) }
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        stream.pointee.avail_out = UInt32(output.count)
        let outcome: DecoderStep.Outcome =
            switch BZ2_bzDecompress(stream) {
            case BZ_OK: .running
            case BZ_STREAM_END: .ended
            case BZ_MEM_ERROR: .tooLarge
            default: .damaged
            }
        return DecoderStep(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out), outcome: outcome)
    }
}
