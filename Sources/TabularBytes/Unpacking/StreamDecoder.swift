/// The result of one step of a decoder.
struct DecoderStep: Sendable, Hashable {
    enum Outcome: Sendable, Hashable {
        /// It goes on with more bytes, or with room for more.
        case running
        /// The stream has ended, and what was to be checked of it is right.
        case ended
        /// The bytes are no such stream.
        case damaged
        /// Decoding would take more memory than is given to it.
        case tooLarge
    }

    var consumed: Int
    var produced: Int
    var outcome: Outcome
}

/// Undoes one compression, a stream at a time; it does no reading and no writing.
///
/// What a step produced counts also when it ended in damage: it is what came before.
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
