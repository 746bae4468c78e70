import TabularBytes

// A fault as words, the first of which identifies the case.
//
// If you change this, change the version of `IndexKey`.
extension JSONFault {
    func write(to writer: inout WordWriter) {
        switch self {
        case .broken(let kind, let byte): writer.write(0, Int(kind.rawValue), byte)
        case .cutOff: writer.write(1)
        case .unclosed: writer.write(2)
        case .surplus(let byte): writer.write(3, byte)
        case .duplicateKey(let name):
            writer.write(4)
            writer.write(bytes: Array(name.utf8))
        case .loneSurrogate: writer.write(5)
        case .nul: writer.write(6)
        case .laxity(let kind): writer.write(7, Int(kind.rawValue))
        case .tooDeep(let levels): writer.write(8, levels)
        case .overlong(let bytes): writer.write(9, bytes)
        case .invalidBytes: writer.write(10)
        case .missingComma(let byte): writer.write(11, byte)
        case .outside(let kind, let byte): writer.write(12, Int(kind.rawValue), byte)
        case .unclosedAround: writer.write(13)
        case .repeatedRowName(let name):
            writer.write(14)
            writer.write(bytes: Array(name.utf8))
        }
    }

    /// Reads a fault; nil where the words are invalid.
    init?(_ reader: inout WordReader) {
        switch reader.number() {
        case 0:
            guard let kind = reader.byte().flatMap(SyntaxFault.Kind.init(rawValue:)), let byte = reader.number() else {
                return nil
            }
            self = .broken(kind, at: byte)
        case 1: self = .cutOff
        case 2: self = .unclosed
        case 3:
            guard let byte = reader.number() else { return nil }
            self = .surplus(at: byte)
        case 4:
            guard let name = reader.bytes() else { return nil }
            self = .duplicateKey(String(decoding: name, as: UTF8.self))
        case 14:
            guard let name = reader.bytes() else { return nil }
            self = .repeatedRowName(String(decoding: name, as: UTF8.self))
        case 5: self = .loneSurrogate
        case 6: self = .nul
        case 7:
            guard let kind = reader.byte().flatMap(SyntaxNote.Kind.init(rawValue:)), kind.isLaxity else { return nil }
            self = .laxity(kind)
        case 8:
            guard let levels = reader.number() else { return nil }
            self = .tooDeep(levels: levels)
        case 9:
            guard let bytes = reader.number() else { return nil }
            self = .overlong(bytes: bytes)
        case 10: self = .invalidBytes
        case 11:
            guard let byte = reader.number() else { return nil }
            self = .missingComma(at: byte)
        case 12:
            guard let kind = reader.byte().flatMap(SyntaxFault.Kind.init(rawValue:)), let byte = reader.number() else {
                return nil
            }
            self = .outside(kind, at: byte)
        case 13: self = .unclosedAround
        default: return nil
        }
    }
}

extension WordReader {
    /// A number from 0 to 255.
    fileprivate mutating func byte() -> UInt8? { number().flatMap { UInt8(exactly: $0) } }
}
