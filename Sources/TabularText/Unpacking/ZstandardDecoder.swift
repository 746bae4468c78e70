import CCodecs

/// Zstandard by libzstd. Frames with a window over 128 MiB, the library's own limit, are too large.
final class ZstandardDecoder: StreamDecoder {
    private let context = ZSTD_createDCtx()

    deinit { ZSTD_freeDCtx(context) }

    func reset() { _ = ZSTD_DCtx_reset(context, ZSTD_reset_session_only) }

    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        guard let context else { return DecoderStep(consumed: 0, produced: 0, outcome: .tooLarge) }
        var from = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var to = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(context, &to, &from)
        let outcome: DecoderStep.Outcome =
            if ZSTD_isError(result) != 0 {
                switch ZSTD_getErrorCode(result) {
                case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation: .tooLarge
                default: .damaged
                }
            } else {
                result == 0 ? .ended : .running
            }
        return DecoderStep(consumed: from.pos, produced: to.pos, outcome: outcome)
    }
}
