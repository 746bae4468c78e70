/// The result of one step of a decoder.
struct DecoderStep: Sendable, Hashable {
    enum Outcome: Sendable, Hashable {
        /// It continues with more bytes, or with room for more.
        case running
        /// The stream has ended, and its checksums are right.
        case ended
        /// The bytes are not a valid stream.
        case damaged
        /// Decoding would need more memory than allowed.
        case tooLarge
    }

    var consumed: Int
    var produced: Int
    var outcome: Outcome
}

/// A decoder of one compression, a stream at a time; it does no reading and no writing.
///
/// The output of a step counts also when the step ended in damage: it precedes the damage.
protocol StreamDecoder: AnyObject {
    /// Decodes from `input`, which may be empty, into `output`, which is not.
    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep

    /// Begins a new stream.
    func reset()
}

/// Bytes that are not compressed, such as a zip archive may hold.
final class StoredDecoder: StreamDecoder {
    func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecoderStep {
        let count = min(input.count, output.count)
        output.copyBytes(from: input[..<count])
        return DecoderStep(consumed: count, produced: count, outcome: .running)
    }

    func reset() {}
}
