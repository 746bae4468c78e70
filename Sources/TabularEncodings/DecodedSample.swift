import QuadrilleRuntime

/// A sample as one encoding reads it.
struct DecodedSample {
    /// Without invalid characters.
    let scalars: [Unicode.Scalar]
    let invalidCount: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding) {
        let output = ReadBuffer(count: 3 * bytes.count + 32)
        let produced = TextDecoder(encoding).decode(bytes, isLast: false, into: output.bytes).produced
        let text = output.prefix(produced)
        invalidCount = text.count { $0 == 0xFF }
        scalars = Array(String(decoding: text.filter { $0 != 0xFF }, as: UTF8.self).unicodeScalars)
    }
}
