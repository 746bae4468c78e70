extension CellFormat {
    /// An error in a template. Its text is one line: the error, its position, and the text to write instead.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let template: String
        /// The position of the error, in characters from 1.
        public let character: Int
        /// One or two sentences, without the template and the position.
        public let message: String

        public var description: String { "format '\(template)': character \(character): \(message)" }
    }
}

/// A parser for a template of `CellFormat`.
struct CellFormatParser {
    private static let widthLimit = 1000
    private static let placesLimit = 100
    private static let known = "Write %s, %d, %f or one such as %.2f, or %% for a percent sign."

    private let template: String
    private let characters: [Character]
    private var index = 0
    private var directiveStart: Int?

    private(set) var prefix: [UInt8] = []
    private(set) var suffix: [UInt8] = []
    private(set) var directive = CellFormat.Directive()

    init(_ template: String) {
        self.template = template
        characters = Array(template)
    }

    mutating func parse() throws(CellFormat.Problem) {
        while index < characters.count {
            let character = characters[index]
            index += 1
            if character != "%" {
                appendLiteral(character)
            } else if take("%") {
                appendLiteral("%")
            } else if directiveStart == nil {
                directiveStart = index - 1
                try parseDirective(from: index - 1)
            } else {
                throw problem(at: index - 1, "a second directive. A format has one; write %% for a percent sign.")
            }
        }
        if directiveStart == nil {
            throw problem(at: characters.count, "there is no directive up to here. \(Self.known)")
        }
    }

    private mutating func parseDirective(from start: Int) throws(CellFormat.Problem) {
        if take("{") { return try parseTime(from: start) }
        parseFlags()
        directive.width = try number(upTo: Self.widthLimit, "a width is at most 1,000.") ?? 0
        var places: Int?
        let point = index
        if take(".") { places = try number(upTo: Self.placesLimit, "there are at most 100 decimals.") ?? 0 }
        guard index < characters.count else {
            throw problem(at: start, "the directive '\(text(from: start))' has no end. \(Self.known)")
        }
        let letter = characters[index]
        index += 1
        switch letter {
        case "f": directive.conversion = .decimal(places: places)
        case "d", "s", "@":
            if places != nil { throw problem(at: point, "%\(letter) takes no decimals. Write %.2f for them.") }
            directive.conversion = letter == "d" ? .integer : .text
        default:
            throw problem(at: start, "there is no directive '\(text(from: start))'. \(Self.known)")
        }
        let hasNumberFlags = directive.isGrouped || directive.isZeroFilled || directive.plus != nil
        if directive.conversion == .text && hasNumberFlags {
            throw problem(at: start, "%\(letter) takes no flags but -. The others are for %d and %f.")
        }
    }

    private mutating func parseTime(from start: Int) throws(CellFormat.Problem) {
        guard let end = characters[index...].firstIndex(of: "}") else {
            throw problem(at: start, "the directive '\(text(from: start))' has no }. Write one such as %{unix}.")
        }
        let name = String(characters[index..<end])
        guard let time = TimeNumber(rawValue: name) else {
            let known = TimeNumber.allCases.map { "%{\($0.rawValue)}" }.joined(separator: ", ")
            throw problem(at: start, "there is no time '\(name)'. Write one of \(known).")
        }
        index = end + 1
        directive.conversion = .time(time)
    }

    private mutating func parseFlags() {
        while index < characters.count {
            switch characters[index] {
            case "'", ",": directive.isGrouped = true
            case "+": directive.plus = UInt8(ascii: "+")
            // As in C, + goes before a space.
            case " ": directive.plus = directive.plus ?? UInt8(ascii: " ")
            case "0": directive.isZeroFilled = true
            case "-": directive.isLeading = true
            default: return
            }
            index += 1
        }
    }

    /// The number at the current position, if there is one.
    private mutating func number(upTo limit: Int, _ message: String) throws(CellFormat.Problem) -> Int? {
        let start = index
        var number = 0
        while index < characters.count, let digit = characters[index].wholeNumberValue, characters[index].isASCII {
            number = number * 10 + digit
            if number > limit { throw problem(at: start, message) }
            index += 1
        }
        return index > start ? number : nil
    }

    private mutating func take(_ character: Character) -> Bool {
        guard index < characters.count, characters[index] == character else { return false }
        index += 1
        return true
    }

    private mutating func appendLiteral(_ character: Character) {
        if directiveStart == nil {
            prefix.append(contentsOf: character.utf8)
        } else {
            suffix.append(contentsOf: character.utf8)
        }
    }

    private func text(from start: Int) -> String { String(characters[start..<index]) }

    private func problem(at index: Int, _ message: String) -> CellFormat.Problem {
        CellFormat.Problem(template: template, character: index + 1, message: message)
    }
}
