import QuadrilleRuntime

extension EncodingFinding {
    /// `sample`, the beginning of a source in this encoding, in UTF-8 and without a byte order mark. A character that is cut
    /// off at its end is omitted.
    package func text(of sample: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let rest = UnsafeBufferPointer(rebasing: sample[min(markLength, sample.count)...])
        guard let encoding else { return Array(rest) }
        let output = ReadBuffer(count: 3 * rest.count + 32)
        let produced = TextDecoder(encoding).decode(rest, isLast: false, into: output.bytes).produced
        return Array(output.prefix(produced))
    }
}
