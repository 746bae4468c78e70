import Tabular
import Translation

extension Problem.Kind {
    /// A row that is not JSON.
    static let invalidJSON = Problem.Kind("invalid-json", ordinal: 0, severity: .error) { tr("Invalid JSON") }
    /// A row, array or object that the end of the text cuts off.
    static let cutOff = Problem.Kind("cut-off", ordinal: 1, severity: .error) { tr("Cut off") }
    /// A name that occurs twice in its object.
    static let duplicateKey = Problem.Kind("duplicate-key", ordinal: 2, severity: .warning) { tr("Duplicate key") }
    /// Half of a pair of surrogates.
    static let loneSurrogate = Problem.Kind("lone-surrogate", ordinal: 3, severity: .warning) { tr("Lone surrogate") }
    /// The character U+0000.
    static let nulInJSON = Problem.Kind("nul", ordinal: 4, severity: .note) { tr("NUL") }
    /// A form that JSON does not have. One problem, at the first of its kind, represents all.
    static let notStrictJSON = Problem.Kind("not-strict-json", ordinal: 5, severity: .note) { tr("Not strict JSON") }
    /// A value that is nested more deeply than can be read.
    static let tooDeep = Problem.Kind("too-deep", ordinal: 6, severity: .error) { tr("Too deep") }
    /// A row that is longer than can be read.
    static let overlongRow = Problem.Kind("overlong-row", ordinal: 7, severity: .error) { tr("Overlong row") }
    /// Bytes that are not text.
    static let invalidBytes = Problem.Kind("invalid-encoding", ordinal: 8, severity: .error) { tr("Invalid encoding") }
}

extension JSONFault {
    var message: String {
        switch self {
        case .broken(let fault, let byte):
            tr(
                "No JSON from byte {byte} on: {expected}. The row is shown as text.",
                ["byte": byte.grouped, "expected": Self.expected(fault)])
        case .cutOff: tr("The text ends within this row. It is shown as far as it goes.")
        case .unclosed: tr("The text ends before the array or object of the rows does.")
        case .outside(let fault, let byte):
            tr(
                "Beside the rows, no JSON from byte {byte} on: {expected}.",
                ["byte": byte.grouped, "expected": Self.expected(fault)])
        case .unclosedAround:
            tr("The text ends before the object around the rows does. Members after the rows may be missing.")
        case .surplus(let byte):
            tr("Something follows the array or object, from byte {byte} on. It is not shown.", ["byte": byte.grouped])
        case .duplicateKey(let name):
            tr("“{name}” stands twice in one object. The last value is shown.", ["name": name])
        case .repeatedRowName(let name):
            tr("“{name}” is the name of more than one row. All of them are shown.", ["name": name])
        case .loneSurrogate: tr("Half of a surrogate pair, which is no character. U+FFFD is shown.")
        case .nul: tr("A value holds the character U+0000.")
        case .laxity(let kind): tr("{form} is no JSON, and read all the same.", ["form": Self.form(kind)])
        case .tooDeep(let levels):
            tr("A value is nested more deeply than {count} levels. It is shown as text.", ["count": levels.grouped])
        case .overlong(let bytes):
            tr(
                "The row is longer than {count} bytes. What stands behind them is neither shown nor searched.",
                ["count": bytes.grouped])
        case .invalidBytes: tr("Bytes that are no UTF-8. U+FFFD is shown in their place.")
        case .missingComma(let byte):
            tr("A comma is missing at byte {byte}, before the next row. Both rows are shown.", ["byte": byte.grouped])
        }
    }

    private static func expected(_ fault: SyntaxFault.Kind) -> String {
        switch fault {
        case .value: tr("a value is missing")
        case .name: tr("a name is missing")
        case .colon: tr("a colon is missing")
        case .commaOrBrace: tr("a comma or } is missing")
        case .commaOrBracket: tr("a comma or ] is missing")
        case .number: tr("this is no number")
        case .escape: tr("this is no escape")
        case .end: tr("something follows the value")
        case .cutOff: tr("the text ends")
        }
    }

    private static func form(_ kind: SyntaxNote.Kind) -> String {
        switch kind {
        case .specialNumber: tr("NaN or Infinity")
        case .numberForm: tr("This form of a number")
        case .comment: tr("A comment")
        case .trailingComma: tr("A comma behind the last value")
        case .singleQuotes: tr("A text in single quotes")
        case .bareName: tr("A name without quotes")
        case .controlCharacter: tr("A control character in a text")
        case .escape: tr("This escape")
        case .blank: tr("This kind of space")
        case .loneSurrogate, .nul, .tooDeep, .duplicateKey: ""
        }
    }
}
