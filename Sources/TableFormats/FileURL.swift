/// A file URL, taken apart; nil for other texts. A `?` or `#` is part of the name, since files have no queries.
enum FileURL: Equatable {
    case path([UInt8])
    case otherHost(String)
    case malformed

    init?(_ text: some Collection<UInt8>) {
        let scheme = text.prefix(6).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        guard scheme == Array("file:/".utf8) else { return nil }
        var path = text.dropFirst(5)
        if path.starts(with: "//".utf8) {
            let host = path.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            let name = String(decoding: host, as: UTF8.self)
            path = path.dropFirst(2 + host.count)
            guard name.isEmpty || name.lowercased() == "localhost" else {
                self = .otherHost(name)
                return
            }
        }
        self = Self.decoded(path).map(FileURL.path) ?? .malformed
    }

    /// The bytes that `text` represents; nil where a % is followed by no number, or by that of NUL.
    private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digit(rest.next()), let low = digit(rest.next()), high | low != 0 else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where byte &- 0x30 < 10: byte - 0x30
        case .some(let byte) where (byte | 0x20) &- 0x61 < 6: (byte | 0x20) - 0x61 + 10
        default: nil
        }
    }
}
