import CCodecs

/// Deflate by zlib, bare as in a zip archive or with the header and the checksum of gzip.
final class DeflateDecoder: StreamDecoder {
    // On the heap: zlib keeps the address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool

    init(isGzip: Bool) {
        stream.initialize(to: z_stream())
        // Adding 16 selects gzip only; a minus means no header and no checksum (zlib.h, inflateInit2).
        let windowBits: Int32 = isGzip ? 15 + 16 : -15
        isReady = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    func reset() { if isReady { inflateReset(stream) } }

    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        guard isReady else { return DecoderStep(consumed: 0, produced: 0, outcome: .tooLarge) }
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let outcome: DecoderStep.Outcome =
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: .running
            case Z_STREAM_END: .ended
            case Z_MEM_ERROR: .tooLarge
            default: .damaged
            }
        return DecoderStep(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out), outcome: outcome)
    }
}
