import TabularText

/// A choice for tables of text that the user writes, by the name of its option.
public enum TextOption: String, Sendable, Hashable, CaseIterable {
    case delimiter, quote, escape, comment, encoding
    case skippedLines = "skip-rows"
    case headerRows = "header-rows"

    /// The words for delimiters.
    public static let delimiterNames = ["comma", "tab", "semicolon", "pipe", "colon", "space", "spaces"]
    /// The word for no quote, escape or comment.
    public static let none = "none"
    /// The most header rows that there may be.
    public static let headerRowLimit = TextOptions.headerRowLimit
}

// Choices for text as the user writes them: the only place that knows what the options mean.
extension FormatOptions {
    /// The choices that the user wrote; those that cannot be are left out.
    public init(_ written: [TextOption: String]) {
        self.init()
        for (option, text) in written { _ = set(option, written: text) }
    }

    /// Makes a choice that the user wrote.
    ///
    /// - Returns: False, and nothing changes, where it cannot be.
    public mutating func set(_ option: TextOption, written: String) -> Bool {
        let isNone = written.lowercased() == TextOption.none
        switch option {
        case .delimiter: return text.setDelimiter(written: written)
        case .quote, .escape:
            let byte = TextOptions.byte(written)
            guard isNone || byte != nil else { return false }
            if option == .quote { text.quote = Choice(byte) } else { text.escape = Choice(byte) }
        case .comment:
            guard isNone || TextOptions.isMark(written) else { return false }
            text.comment = isNone ? .none : .chosen(written)
        case .encoding:
            guard TextOptions.isKnownEncoding(written) else { return false }
            text.encoding = written
        case .skippedLines:
            guard let count = Int(written), count >= 0 else { return false }
            text.skippedLines = count
        case .headerRows:
            guard let count = Int(written), 0...TextOptions.headerRowLimit ~= count else { return false }
            text.headerRows = count
        }
        return true
    }

    /// A choice as `set(_:written:)` reads it; nil where there is none.
    public func written(_ option: TextOption) -> String? {
        switch option {
        case .delimiter: text.writtenDelimiter
        case .quote: Self.written(text.quote) { String(Unicode.Scalar($0)) }
        case .escape: Self.written(text.escape) { String(Unicode.Scalar($0)) }
        case .comment: Self.written(text.comment) { $0 }
        case .encoding: text.encoding
        case .skippedLines: text.skippedLines.map(String.init)
        case .headerRows: text.headerRows.map(String.init)
        }
    }

    private static func written<Value>(_ choice: Choice<Value>, _ text: (Value) -> String) -> String? {
        switch choice {
        case .automatic: nil
        case .none: TextOption.none
        case .chosen(let value): text(value)
        }
    }

    /// The same without choices that have a `TextOption`, and without types.
    public func resettingText() -> FormatOptions {
        var options = self
        options.text = TextOptions(isForced: text.isForced)
        return options
    }

    /// The first choice of a dialect, which formats other than text have none of; nil where there is none.
    public var dialectOption: TextOption? {
        TextOption.allCases.first { $0 != .encoding && written($0) != nil }
    }

    /// A Boolean value that indicates whether the document is read as text, whatever it looks like.
    public var isForcedText: Bool {
        get { text.isForced }
        set { text.isForced = newValue }
    }

    /// Two choices that cannot be together; nil where all can.
    public var conflict: (first: TextOption, second: TextOption)? {
        guard let conflict = text.conflict, let first = TextOption(rawValue: conflict.first.rawValue),
            let second = TextOption(rawValue: conflict.second.rawValue)
        else { return nil }
        return (first, second)
    }
}
