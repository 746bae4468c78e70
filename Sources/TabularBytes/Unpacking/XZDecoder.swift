import CCodecs

/// xz by liblzma.
final class XZDecoder: StreamDecoder {
    /// `xz -9` needs 65 MiB to decode.
    private static let memoryLimit: UInt64 = 256 << 20

    private let stream = UnsafeMutablePointer<lzma_stream>.allocate(capacity: 1)
    private var isReady = false

    init() {
        stream.initialize(to: lzma_stream())
        reset()
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
    }

    /// The library reuses what it has allocated.
    func reset() { isReady = lzma_stream_decoder(stream, Self.memoryLimit, 0) == LZMA_OK }

    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        guard isReady else { return DecoderStep(consumed: 0, produced: 0, outcome: .tooLarge) }
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = input.count
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = output.count
        let outcome: DecoderStep.Outcome =
            switch lzma_code(stream, LZMA_RUN) {
            case LZMA_OK, LZMA_BUF_ERROR: .running
            case LZMA_STREAM_END: .ended
            case LZMA_MEM_ERROR, LZMA_MEMLIMIT_ERROR: .tooLarge
            default: .damaged
            }
        return DecoderStep(
            consumed: input.count - stream.pointee.avail_in, produced: output.count - stream.pointee.avail_out,
            outcome: outcome)
    }
}
