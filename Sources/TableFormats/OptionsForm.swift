import Tabular
import Translation

/// The form in which the user chooses how to read documents of a format.
///
/// It is data: the window draws it and stores the values, and only the format interprets them. Texts are already in the user's
/// language.
///
///     let form = OptionsForm([
///         OptionsForm.Field("case", label: "_Case", .choice([.init("", "As written"), .init("upper", "Capitals")]))
///     ])
public struct OptionsForm: Sendable {
    /// One of the values of a choice.
    public struct Choice: Sendable, Hashable {
        public let value: String
        public let label: String

        public init(_ value: String, _ label: String) { (self.value, self.label) = (value, label) }
    }

    /// The values that a field takes.
    public enum Kind: Sendable, Hashable {
        case text
        /// A whole number; if empty, the format decides.
        case number(ClosedRange<Int>)
        /// One of several, the first of which is the initial one.
        case choice([Choice])
        /// `OptionsForm.on`, or empty.
        case toggle
    }

    public struct Field: Sendable {
        /// The name in stored options, which is not translated.
        public let name: String
        /// With an underscore before the mnemonic letter.
        public let label: String
        public let help: String?
        public let kind: Kind
        /// A Boolean value that indicates whether the description of a table contains the value already.
        let isToldOtherwise: Bool
        private let check: @Sendable (String) -> String?

        /// `check` returns a message about an invalid value, in addition to the checks of `kind`.
        public init(
            _ name: String, label: String, _ kind: Kind, help: String? = nil,
            check: @escaping @Sendable (String) -> String? = { _ in nil }
        ) {
            (self.name, self.label, self.kind, self.help, self.check) = (name, label, kind, help, check)
            isToldOtherwise = false
        }

        /// The field `field`, whose value the description of a table contains.
        init(toldOtherwise field: Field) {
            (name, label, kind, help, check) = (field.name, field.label, field.kind, field.help, field.check)
            isToldOtherwise = true
        }

        /// The value of a field that the user did not change.
        public var initial: String {
            if case .choice(let choices) = kind { choices.first?.value ?? "" } else { "" }
        }

        /// The message about an invalid value; nil where it is valid.
        public func fault(in value: String) -> String? {
            switch kind {
            case .text: break
            case .number(let range):
                guard value.isEmpty || Int(value).map(range.contains) == true else {
                    return tr(
                        "{field}: enter a whole number from {first} to {last}.",
                        ["field": title, "first": "\(range.lowerBound)", "last": "\(range.upperBound)"])
                }
            case .choice(let choices):
                if !choices.contains(where: { $0.value == value }) { return unknown(value) }
            case .toggle:
                if !value.isEmpty, value != OptionsForm.on { return unknown(value) }
            }
            return check(value)
        }

        private func unknown(_ value: String) -> String {
            tr("{field}: there is no choice “{value}”.", ["field": title, "value": value])
        }

        /// The label without its underscore.
        var title: String { label.replacing("_", with: "") }

        /// "Case: Capitals", and of a toggle its title.
        func words(for value: String) -> String {
            switch kind {
            case .toggle: return title
            case .choice(let choices):
                let label = choices.first { $0.value == value }?.label ?? value
                return tr("{field}: {value}", ["field": title, "value": label])
            case .text, .number: return tr("{field}: {value}", ["field": title, "value": value])
            }
        }
    }

    /// The value of a toggle that is on.
    public static let on = "on"

    /// At least one.
    public let fields: [Field]

    public init(_ fields: [Field]) { self.fields = fields }

    /// The message about the first invalid value; nil where all are valid.
    public func fault(in values: [String: String]) -> String? {
        for field in fields {
            if let fault = field.fault(in: values[field.name] ?? field.initial) { return fault }
        }
        return nil
    }

    /// A Boolean value that indicates whether all values are of fields of the form, and valid.
    func accepts(_ values: [String: String]) -> Bool {
        let names = Set(fields.map(\.name))
        return values.keys.allSatisfy(names.contains) && fault(in: values) == nil
    }

    /// The choices that differ from the initial ones and that no description contains, in words, in the order of the form.
    public func words(for values: [String: String]) -> [String] {
        fields.compactMap { field in
            guard let value = values[field.name], value != field.initial, !field.isToldOtherwise else { return nil }
            return field.words(for: value)
        }
    }
}

/// The form of the format that reads a table: an ability of the table.
public struct TableForm: Sendable {
    /// `TableFormat.name`.
    public let format: String
    public let form: OptionsForm

    /// The form of `format` for `source`, where that is open.
    init?(_ format: TableFormat?, of source: (any TableSource)? = nil) {
        guard let format, let form = source.flatMap(format.form(of:)) ?? format.optionsForm else { return nil }
        (self.format, self.form) = (format.name, form)
    }

    /// The names of its fields.
    public var fieldNames: Set<String> { Set(form.fields.map(\.name)) }

    /// The values that `options` has for the form.
    public func values(in options: FormatOptions) -> [String: String] {
        options.form?.format == format ? options.form?.values ?? [:] : [:]
    }

    /// `options` with the values of the form.
    public func options(_ options: FormatOptions, with values: [String: String]) -> FormatOptions {
        var options = options
        options.form = FormValues(values, of: form, format: format)
        return options
    }
}
