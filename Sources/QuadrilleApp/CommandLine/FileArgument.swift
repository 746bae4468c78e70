import ArgumentParser

/// A FILE on the command line: a path, or a file URL (RFC 8089), as desktops and browsers copy them.
///
///     t.csv                          t.csv
///     file:///home/ann/a%20b.csv     /home/ann/a b.csv
///     file://localhost/t.csv         /t.csv
///     file://server/t.csv            refused: a file of another computer
///     ./file:odd.csv                 ./file:odd.csv
enum FileArgument {
    /// - Throws: A sentence for people where `argument` is the URL of no file of this computer.
    static func path(_ argument: String) throws -> String {
        switch FileURL(argument.utf8) {
        case nil: return argument
        case .path(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .otherHost(let host):
            throw ValidationError(
                "'\(argument)' is a file of the computer '\(host)'. Open a file of this computer: file:///… or a path.")
        case .malformed:
            throw ValidationError(
                "'\(argument)' is not a file URL: after each % come two hexadecimal digits, other than 00. Write a path."
            )
        }
    }
}

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

    /// The bytes that `text` stands for; nil where a % is followed by no number, or by that of NUL.
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
