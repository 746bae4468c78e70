import CCodecs

/// Zstandard by libzstd. Frames with a window over 128 MiB, the library's own limit, are too large.
///
/// The library gets a block at a time: for a call that ends in an error it reports neither the bytes read nor those written, so
/// that whole blocks before the damage would be lost.
final class ZstandardDecoder: StreamDecoder {
    private let context = ZSTD_createDCtx()
    /// Bytes up to the end of the block, or of the header, by the library's hint; a frame's header has at least 5.
    private var wanted = 5

    deinit { ZSTD_freeDCtx(context) }

    func reset() {
        _ = ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
        wanted = 5
    }

    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        guard let context else { return DecoderStep(consumed: 0, produced: 0, outcome: .tooLarge) }
        var from = ZSTD_inBuffer(src: input.baseAddress, size: min(input.count, wanted), pos: 0)
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
        if ZSTD_isError(result) == 0 { wanted = max(1, result) }
        return DecoderStep(consumed: from.pos, produced: to.pos, outcome: outcome)
    }
}
