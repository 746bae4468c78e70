import CTranscode

/// A converter of text to UTF-8, piece by piece; invalid input becomes the byte FF, once for each skipped byte, or unit of
/// UTF-16 and UTF-32.
///
/// Belongs to one thread at a time. In a stateless encoding it keeps nothing of the converted input.
final class TextDecoder {
    private static let mostHeldBack = 16

    private let method: TextEncoding.Method
    private var iconv: Iconv?
    /// True where iconv holds back converted characters.
    private let isHolding: Bool

    init(_ encoding: TextEncoding) {
        method = encoding.method
        if case .stream(let name) = method {
            isHolding = EncodingName.holding.contains(EncodingName(name).key)
        } else {
            isHolding = false
        }
    }

    /// Converts whole characters from the beginning of `input` while there is room; a character that may continue after the
    /// input is left, unless `isLast`.
    func decode(
        _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int) {
        guard let base = input.baseAddress, let out = output.baseAddress else { return (0, 0) }
        let buffers = ctranscode_buffers(
            in: base, count: input.count, out: out.assumingMemoryBound(to: UInt8.self), room: output.count, last: isLast
        )
        switch method {
        case .utf16(let isBig):
            let step = ctranscode_utf16(buffers, isBig)
            return (step.consumed, step.produced)
        case .utf32(let isBig):
            let step = ctranscode_utf32(buffers, isBig)
            return (step.consumed, step.produced)
        case .tables(let tables): return decode(buffers, tables)
        case .stream(let name): return stream(input, isLast: isLast, into: output, name)
        }
    }

    private func decode(_ buffers: ctranscode_buffers, _ tables: CharacterTables) -> (consumed: Int, produced: Int) {
        var rest = buffers
        while true {
            let step = tables.single.withUnsafeBufferPointer { single in
                tables.pairs.withPointer { pairs in
                    single.baseAddress.map { ctranscode_table(rest, $0, pairs, tables.isASCII) }
                }
            }
            guard let step else { break }
            rest.advance(step.consumed, step.produced)
            guard step.needs_help, decodeLong(&rest, tables.name) else { break }
        }
        return (buffers.count - rest.count, buffers.room - rest.room)
    }

    /// Converts one character of more than two bytes, or skips a byte; false when there is no room, or it is incomplete.
    private func decodeLong(_ rest: inout ctranscode_buffers, _ name: String) -> Bool {
        if iconv == nil { iconv = Iconv(from: name) }
        guard let iconv else { return false }
        let output = UnsafeMutableRawBufferPointer(start: rest.out, count: rest.room)
        for count in 2...8 {
            guard count <= rest.count else { break }
            iconv.reset()
            let step = iconv.convert(UnsafeBufferPointer(start: rest.in, count: count), into: output)
            if step.produced > 0 {
                rest.advance(step.consumed, step.produced)
                return true
            }
            if step.stop == .outputFull { return false }
            if step.stop == .invalid { return skip(&rest) }
        }
        return rest.last || rest.count >= 8 ? skip(&rest) : false
    }

    private func skip(_ rest: inout ctranscode_buffers) -> Bool {
        guard rest.room > 0 else { return false }
        rest.out.pointee = 0xFF
        rest.advance(1, 1)
        return true
    }

    /// By iconv alone, which holds the state.
    private func stream(
        _ input: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: UnsafeMutableRawBufferPointer, _ name: String
    ) -> (consumed: Int, produced: Int) {
        if iconv == nil { iconv = Iconv(from: name) }
        guard let iconv else { return (0, 0) }
        var (consumed, produced) = (0, 0)
        while true {
            let rest = UnsafeBufferPointer(rebasing: input[consumed...])
            let room = UnsafeMutableRawBufferPointer(rebasing: output[produced...])
            let step = iconv.convert(rest, into: room)
            consumed += step.consumed
            produced += step.produced
            let isStuck = step.stop == .invalid || (step.stop == .inputEnded && isLast && consumed < input.count)
            // Room for what iconv holds back as well, which comes before the bytes that are no text.
            guard isStuck, output.count - produced > Self.mostHeldBack else { break }
            if isHolding {
                produced += iconv.finish(into: UnsafeMutableRawBufferPointer(rebasing: output[produced...]))
            }
            output[produced] = 0xFF
            produced += 1
            consumed += 1
        }
        return (consumed, produced)
    }

    /// Ends the source: converts what was held back for a possible next character.
    func finish(into output: UnsafeMutableRawBufferPointer) -> Int {
        guard case .stream = method else { return 0 }
        return iconv?.finish(into: output) ?? 0
    }
}

extension ctranscode_buffers {
    fileprivate mutating func advance(_ consumed: Int, _ produced: Int) {
        self.in += consumed
        count -= consumed
        out += produced
        room -= produced
    }
}

extension [UInt32]? {
    fileprivate func withPointer<R>(_ body: (UnsafePointer<UInt32>?) -> R) -> R {
        guard let self else { return body(nil) }
        return self.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
