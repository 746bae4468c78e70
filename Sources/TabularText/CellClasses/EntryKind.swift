/// The kind of a text that is a value in the first record too: no column has such a name.
enum EntryKind {
    /// `ann@example.org`
    case mail
    /// `https://example.org/a`
    case web
    /// `/usr/bin`, `./src`, `C:\data`
    case path
    /// `- bread`, `* milk`
    case item

    init?(_ text: ArraySlice<UInt8>) {
        let start = Array(text.prefix(4))
        guard start.count > 2 else { return nil }
        if Self.isPath(start) {
            self = .path
        } else if "-*+".utf8.contains(start[0]) && start[1] == UInt8(ascii: " ") {
            self = .item
        } else if Self.isMail(text) {
            self = .mail
        } else if Self.isWeb(text) {
            self = .web
        } else {
            return nil
        }
    }

    private static func isPath(_ start: [UInt8]) -> Bool {
        let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
        switch start[0] {
        case slash: return start[1] != slash && start[1] != UInt8(ascii: " ")
        case backslash: return start[1] == backslash
        case UInt8(ascii: "."), UInt8(ascii: "~"):
            return start[1] == slash || start.prefix(3).elementsEqual("../".utf8)
        case 0x41...0x5A, 0x61...0x7A: return start[1] == UInt8(ascii: ":") && [slash, backslash].contains(start[2])
        default: return false
        }
    }

    private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
        let sign = UInt8(ascii: "@")
        let parts = text.split(separator: sign, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].dropFirst().contains(UInt8(ascii: "."))
            && !text.contains(UInt8(ascii: " "))
    }

    private static func isWeb(_ text: ArraySlice<UInt8>) -> Bool {
        let scheme = text.prefix { (0x61...0x7A).contains($0 | 0x20) }
        return (2...8).contains(scheme.count) && text.dropFirst(scheme.count).starts(with: "://".utf8)
    }
}
