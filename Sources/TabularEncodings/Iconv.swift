import Glibc

/// A conversion to UTF-8 by the system's iconv. It may hold a state, and belongs to one thread at a time.
final class Iconv {
    enum Stop {
        /// All is converted, or the rest is an incomplete character.
        case inputEnded
        case outputFull
        /// The next byte begins no character.
        case invalid
    }

    private let descriptor: iconv_t

    /// Nil when iconv does not know `name`.
    init?(from name: String) {
        // Failure is -1, a pointer that Swift has no constant for.
        guard let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    func reset() { _ = iconv(descriptor, nil, nil, nil, nil) }

    func convert(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int, stop: Stop) {
        guard let base = input.baseAddress, let start = output.baseAddress else { return (0, 0, .inputEnded) }
        // iconv(3) takes a pointer to bytes that it does not change.
        var from: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
            to: CChar.self)
        var left = input.count
        var to: UnsafeMutablePointer<CChar>? = start.assumingMemoryBound(to: CChar.self)
        var room = output.count
        let result = iconv(descriptor, &from, &left, &to, &room)
        let reason = errno
        let stop: Stop =
            if result != -1 {
                .inputEnded
            } else {
                switch reason {
                case E2BIG: .outputFull
                case EILSEQ: .invalid
                default: .inputEnded
                }
            }
        return (input.count - left, output.count - room, stop)
    }

    /// Ends the input: converts what was held back for a possible next character. `output` has room for some characters.
    func finish(into output: UnsafeMutableRawBufferPointer) -> Int {
        guard let start = output.baseAddress else { return 0 }
        var to: UnsafeMutablePointer<CChar>? = start.assumingMemoryBound(to: CChar.self)
        var room = output.count
        _ = iconv(descriptor, nil, nil, &to, &room)
        return output.count - room
    }

    /// The bytes of `text` in the encoding `name`; nil where iconv does not know it, or it lacks a character of the text.
    static func bytes(of text: String, in name: String) -> [UInt8]? {
        guard let descriptor = iconv_open(name, "UTF-8"), Int(bitPattern: descriptor) != -1 else { return nil }
        defer { iconv_close(descriptor) }
        var input = text.utf8.map(CChar.init(bitPattern:))
        var bytes = [CChar](repeating: 0, count: 2 * input.count)
        let produced = input.withUnsafeMutableBufferPointer { input in
            bytes.withUnsafeMutableBufferPointer { bytes in
                var (from, left, to, room) = (input.baseAddress, input.count, bytes.baseAddress, bytes.count)
                return iconv(descriptor, &from, &left, &to, &room) == -1 ? nil : bytes.count - room
            }
        }
        return produced.map { bytes[..<$0].map(UInt8.init(bitPattern:)) }
    }
}
