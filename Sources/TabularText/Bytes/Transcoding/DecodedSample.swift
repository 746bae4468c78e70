import Tabular

/// A sample as one encoding reads it.
struct DecodedSample {
    enum Fit {
        case none, possible, sure
    }

    /// Without what is invalid.
    let scalars: [Unicode.Scalar]
    let invalidCount: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding) {
        let output = ReadBuffer(count: 3 * bytes.count + 32)
        let produced = TextDecoder(encoding).decode(bytes, isLast: false, into: output.bytes).produced
        let text = output.prefix(produced)
        invalidCount = text.count { $0 == 0xFF }
        scalars = Array(String(decoding: text.filter { $0 != 0xFF }, as: UTF8.self).unicodeScalars)
    }

    private static let signs = Set("€£¥§°µ–—‘’‚“”„«»©®±²³¹¼½¾…•·×÷ªº¿¡™‰†¢№".unicodeScalars)

    /// Whether what is beyond ASCII is words and common signs: letters that stand alone, control characters and what is
    /// invalid do not come in numbers.
    var fit: Fit {
        var (good, bad) = (0, 4 * invalidCount)
        /// Western letters and those of them in words with ASCII ones; Greek and Cyrillic ones and their capitals.
        var (western, inWords, other, capitals) = (0, 0, 0, 0)
        for (index, scalar) in scalars.enumerated() where scalar.value >= 0x80 {
            guard Self.isLetter(scalar) else {
                if Self.isSign(scalar) { good += 1 } else { bad += 1 }
                continue
            }
            let neighbours = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
            let isIdeographic = scalar.value >= 0x2E80
            if isIdeographic || neighbours.contains(where: Self.isLetter) { good += 1 } else { bad += 1 }
            if scalar.value < 0x250 {
                western += 1
                if neighbours.contains(where: { $0.isASCII && Self.isLetter($0) }) { inWords += 1 }
            } else if scalar.value < 0x530 {
                other += 1
                if scalar.properties.isUppercase { capitals += 1 }
            }
        }
        guard good > 0 && bad * 4 <= good else { return .none }
        return inWords * 2 >= western && capitals * 2 <= other ? .sure : .possible
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        signs.contains(scalar) || (0x2000...0x33FF).contains(scalar.value) || scalar.value >= 0xFE30
    }
}
