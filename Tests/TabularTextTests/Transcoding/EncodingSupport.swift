import Glibc
import QuadrilleRuntime
import Tabular

@testable import TabularEncodings
@testable import TabularText

/// Names of encodings that tests take for their kind, each with the way it is read.
let testedEncodings = [
    "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "ISO-8859-1", "Windows-1252", "Windows-1251", "KOI8-R", "GB18030",
    "Shift-JIS", "EUC-JP", "EUC-KR", "Big5", "CP950", "EUC-TW", "IBM037", "ISO-2022-JP", "UTF-7", "Windows-1258",
]

/// Made once: tables take a while in a build without optimisation.
func encoding(_ name: String) throws -> TextEncoding {
    if let known = madeEncodings.current[name] { return known }
    guard let found = TextEncoding(EncodingName(name)) else {
        throw ReadError(kind: .notFound, source: name, message: "is no encoding")
    }
    madeEncodings.withLock { $0[name] = found }
    return found
}

private let madeEncodings = Monitor<[String: TextEncoding]>([:])

/// `text` in the encoding of that name, without the characters that it lacks.
func encoded(_ text: String, _ name: String) -> [UInt8] {
    let known = EncodingName(name)
    let target = known.iconvName ?? name
    guard let descriptor = iconv_open(target, "UTF-8"), Int(bitPattern: descriptor) != -1 else { return [] }
    defer { iconv_close(descriptor) }
    var bytes: [UInt8] = []
    func convert(_ scalar: [CChar]?) {
        var input = scalar ?? []
        var output = [CChar](repeating: 0, count: 32)
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var from = scalar == nil ? nil : input.baseAddress
                var to = output.baseAddress
                var (left, room) = (input.count, output.count)
                _ = iconv(descriptor, &from, &left, &to, &room)
                bytes += output.prefix(output.count - room).map { UInt8(bitPattern: $0) }
            }
        }
    }
    for scalar in text.unicodeScalars { convert(String(scalar).utf8.map { CChar(bitPattern: $0) }) }
    convert(nil)
    return bytes
}

/// The obvious conversion: character after character, each by itself where the encoding allows it.
func slowlyDecoded(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    let encoding = try encoding(name)
    switch encoding.method {
    case .utf16(let big): return slowlyDecoded16(bytes, big)
    case .utf32(let big): return slowlyDecoded32(bytes, big)
    case .tables(let tables): return slowlyDecoded(bytes, by: Iconv(from: tables.name))
    case .stream:
        let decoder = TextDecoder(encoding)
        let output = ReadBuffer(count: 8 * bytes.count + 64)
        var result: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            let step = decoder.decode(input, isLast: true, into: output.bytes)
            result = Array(output.prefix(step.produced))
        }
        return result + output.prefix(decoder.finish(into: output.bytes))
    }
}

private func slowlyDecoded(_ bytes: [UInt8], by iconv: Iconv?) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    let output = ReadBuffer(count: 64)
    scan: while index < bytes.count {
        for count in 1...8 where index + count <= bytes.count {
            iconv?.reset()
            let step = bytes[index..<index + count].withUnsafeBufferPointer { iconv?.convert($0, into: output.bytes) }
            guard let step, step.stop != .invalid else { break }
            if step.produced == 0 { continue }
            result += output.prefix(step.produced)
            index += step.consumed
            continue scan
        }
        result.append(0xFF)
        index += 1
    }
    return result
}

private func slowlyDecoded16(_ bytes: [UInt8], _ big: Bool) -> [UInt8] {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return big ? first << 8 | second : second << 8 | first
    }
    var result: [UInt8] = []
    var index = 0
    while index < units.count {
        if index + 1 < units.count, (0xD800..<0xDC00).contains(units[index]),
            (0xDC00..<0xE000).contains(units[index + 1])
        {
            result += Array(String(decoding: units[index..<index + 2], as: UTF16.self).utf8)
            index += 2
            continue
        }
        result += Unicode.Scalar(units[index]).map { Array(String($0).utf8) } ?? [0xFF]
        index += 1
    }
    return result + (bytes.count.isMultiple(of: 2) ? [] : [0xFF])
}

private func slowlyDecoded32(_ bytes: [UInt8], _ big: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for index in stride(from: 0, to: bytes.count, by: 4) {
        let unit = Array(bytes[index...].prefix(4))
        let value = (big ? unit : unit.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let scalar = unit.count == 4 ? Unicode.Scalar(value) : nil
        result += scalar.map { Array(String($0).utf8) } ?? [0xFF]
    }
    return result
}

/// Words of many scripts, numbers, delimiters and line ends.
func randomText(_ length: Int, _ random: inout SeededGenerator) -> String {
    let stretches = [
        "abcdefghij0123456789,;\"\n\r\t .-", "äöüßéèçñÅø€–„“", "абвгдежзиклмнопрстуфхцЯ", "张李王北京上海，一二三的",
        "東京大阪たなかスズキ、ｱｲｳ", "서울부산김이박", "\u{1F600}\u{20000}\u{FEFF}\u{0}", "ếệộạăđ",
    ].map { Array($0.unicodeScalars) }
    var text = String.UnicodeScalarView()
    while text.count < length {
        let stretch = stretches[Int.random(in: 0..<stretches.count, using: &random)]
        // Long stretches too, for what takes many characters at a time.
        for _ in 0..<(1 << Int.random(in: 0...7, using: &random)) {
            text.append(stretch[Int.random(in: 0..<stretch.count, using: &random)])
        }
    }
    return String(text)
}

/// `text` in the encoding, with some bytes added, changed and taken out.
func hostile(_ text: String, _ name: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = encoded(text, name)
    for _ in 0..<Int.random(in: 0...(bytes.count / 40 + 1), using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: bytes[index] = UInt8.random(in: 0x80...255, using: &random)
        }
    }
    return bytes
}
