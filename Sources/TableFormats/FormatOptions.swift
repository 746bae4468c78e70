import Tabular
import TabularText

/// The user's choices for reading a document. Formats interpret them; all other code passes them on and stores them.
public struct FormatOptions: Sendable, Hashable {
    /// The format to read the document as (`TableFormat.name`); nil where it is detected.
    public var format: String?
    /// The choices in the form of a format; nil where the user chose nothing there.
    public var form: FormValues?
    /// The full names of the columns whose JSON objects are columns too, in the order of the choices.
    public private(set) var expansions: [String] = []
    /// The full name of the column whose JSON arrays have the rows: their elements are the table then. It applies once, and is
    /// not coded.
    public var elements: String?
    /// The choices for text tables; `TextOption` has their names for all other code.
    var text: TextOptions

    public init() { text = TextOptions() }

    init(text: TextOptions) { self.text = text }

    /// The name of the encoding, which is not checked; nil where it is detected.
    public var encoding: String? {
        get { text.encoding }
        set { text.encoding = newValue }
    }

    /// The types of columns, as far as they are chosen.
    public var types: TypeChoices {
        get { text.types }
        set { text.types = newValue }
    }

    /// Adds the members of the JSON objects in the column `name` as columns after the others; where not `isOn`, removes these,
    /// and the columns that were made of them.
    public mutating func setExpansion(of name: String, isOn: Bool = true) {
        expansions.removeAll { $0 == name || !isOn && $0.hasPrefix(name + ".") }
        if isOn { expansions.append(name) }
    }

    /// The value of a field in the form of the format that reads the document; nil for the field's initial value.
    public subscript(field: String) -> String? { form?.values[field] }

    /// The same without the choices for another format.
    func reduced(to format: TableFormat) -> FormatOptions {
        var options = self
        if form?.format != format.name { options.form = nil }
        return options
    }
}

/// The values of the fields in the form of a format.
public struct FormValues: Sendable, Hashable, Codable {
    /// `TableFormat.name`.
    public let format: String
    /// By the names of the fields, without those that have their initial value.
    public let values: [String: String]

    /// Nil where all of `values` are the initial ones of `form`.
    public init?(_ values: [String: String], of form: OptionsForm, format: String) {
        let initial = Dictionary(form.fields.map { ($0.name, $0.initial) }) { first, _ in first }
        let chosen = values.filter { initial[$0.key] != $0.value }
        guard !chosen.isEmpty else { return nil }
        (self.format, self.values) = (format, chosen)
    }
}

// Choices for text are written flat, as they were before other formats had any.
extension FormatOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case format, form
        case expansions = "expand"
    }

    /// - Throws: `DecodingError`, where the choices for text are invalid. Those in forms are not checked:
    ///   `TableFormats.accepts(_:)`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(text: try TextOptions(from: decoder))
        format = try values.decodeIfPresent(String.self, forKey: .format)
        form = try values.decodeIfPresent(FormValues.self, forKey: .form)
        expansions = try values.decodeIfPresent([String].self, forKey: .expansions) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(format, forKey: .format)
        try values.encodeIfPresent(form, forKey: .form)
        try values.encodeIfPresent(expansions.isEmpty ? nil : expansions, forKey: .expansions)
    }
}
