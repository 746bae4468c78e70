import Tabular

// Written flat, without the choices that are automatic. Characters are written literally, for human readers; "" is none.
extension TextOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case isText, delimiter, mergesSpaces, quote, escape, comment, encoding, skippedLines, headerRows, types
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        self.init(
            isForced: try value(.isText) ?? false, delimiter: try value(.delimiter), headerRows: try value(.headerRows))
        mergesSpaces = try value(.mergesSpaces) ?? false
        (encoding, skippedLines) = (try value(.encoding), try value(.skippedLines))
        types = try value(.types) ?? TypeChoices()
        guard let quote = Self.choice(try value(.quote), Self.byte),
            let escape = Self.choice(try value(.escape), Self.byte),
            let comment = Self.choice(try value(.comment), { Self.isMark($0) ? $0 : nil })
        else { throw Self.damage(at: decoder) }
        (self.quote, self.escape, self.comment) = (quote, escape, comment)
        if !isPossible { throw Self.damage(at: decoder) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(isForced ? true : nil, forKey: .isText)
        try values.encodeIfPresent(delimiter, forKey: .delimiter)
        try values.encodeIfPresent(isMergingSpaces ? true : nil, forKey: .mergesSpaces)
        try values.encodeIfPresent(Self.text(quote, String.init), forKey: .quote)
        try values.encodeIfPresent(Self.text(escape, String.init), forKey: .escape)
        try values.encodeIfPresent(Self.text(comment) { $0 }, forKey: .comment)
        try values.encodeIfPresent(encoding, forKey: .encoding)
        try values.encodeIfPresent(skippedLines, forKey: .skippedLines)
        try values.encodeIfPresent(headerRows, forKey: .headerRows)
        try values.encodeIfPresent(types == TypeChoices() ? nil : types, forKey: .types)
    }

    private static func damage(at decoder: any Decoder) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no text can be read so"))
    }

    /// A Boolean value that indicates whether the options are valid and could have been chosen by the user. Types and words are
    /// checked when they are looked up.
    private var isPossible: Bool {
        delimiter.map(Self.isMark) ?? true && encoding.map(Self.isKnownEncoding) ?? true && skippedLines ?? 0 >= 0
            && 0...Self.headerRowLimit ~= headerRows ?? 0 && conflict == nil && types.columns.count <= Self.choiceLimit
            && types.nullWords?.count ?? 0 <= Self.choiceLimit
            && types.nullWords?.allSatisfy { $0.utf8.count <= Self.wordLimit } != false
    }

    private static let choiceLimit = 1 << 16
    /// The most bytes of a null word.
    private static let wordLimit = 1 << 16

    private static func text<Value>(_ choice: Choice<Value>, _ text: (Value) -> String) -> String? {
        choice == .automatic ? nil : choice.value.map(text) ?? ""
    }

    /// Nil where a text represents no value.
    private static func choice<Value>(_ text: String?, _ value: (String) -> Value?) -> Choice<Value>? {
        guard let text else { return .automatic }
        return text.isEmpty ? Choice.none : value(text).map { .chosen($0) }
    }

    /// The byte of a quote or an escape; nil for other texts.
    package static func byte(_ text: String) -> UInt8? {
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else { return nil }
        return byte
    }
}

extension String {
    /// The text of one ASCII byte.
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
