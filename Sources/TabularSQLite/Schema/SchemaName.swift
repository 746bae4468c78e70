// Names in a schema that are not UTF-8. A string has each of their bytes from 128 on as two noncharacters of Unicode, which no text
// has, so that statements have the bytes again.
//
//     byte 0xE9  ↔  U+FDDE U+FDE9

extension String {
    private static let high: UInt32 = 0xFDD0
    private static let low: UInt32 = 0xFDE0

    /// The name that `bytes` are.
    init(schemaName bytes: UnsafeBufferPointer<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            if byte < 0x80 {
                scalars.append(Unicode.Scalar(byte))
            } else {
                let halves = [Self.high + UInt32(byte >> 4), Self.low + UInt32(byte & 15)]
                scalars.append(contentsOf: halves.compactMap(Unicode.Scalar.init))
            }
        }
        self = String(scalars)
    }

    /// The bytes for SQLite.
    var schemaBytes: [UInt8] {
        // The first bytes of noncharacters in UTF-8.
        guard utf8.contains(0xEF) else { return Array(utf8) }
        var (bytes, half) = ([UInt8](), UInt8?.none)
        for scalar in unicodeScalars {
            switch scalar.value {
            case Self.high..<Self.low: half = UInt8(scalar.value - Self.high) << 4
            case Self.low..<Self.low + 16:
                bytes.append((half ?? 0) | UInt8(scalar.value - Self.low))
                half = nil
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        return bytes
    }

    /// The name for display, with replacement characters.
    var shownName: String { utf8.contains(0xEF) ? String(decoding: schemaBytes, as: UTF8.self) : self }
}
