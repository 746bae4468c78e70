/// The type of a column's values. It drives alignment and description, and never changes a text.
public enum ColumnType: String, Sendable, Hashable, CaseIterable {
    /// No value seen yet, or all of them empty.
    case empty
    case integer
    case decimal
    /// Digits that are a name and not a quantity, some with a 0 before others: article numbers, postal codes. They compare as
    /// numbers, then as texts, and are never added up.
    case code
    case boolean
    case date
    case time
    case dateTime = "datetime"
    case text
    /// Durations, such as `PT1.5S`. They compare as such (`DurationText`).
    case duration
    /// Bytes, in hexadecimal digits.
    case binary
    /// Nested values, written as JSON.
    case json
    /// Values of several kinds, each with its own (`CellKind`): numbers compare as such and come before the others.
    case mixed

    /// A Boolean value that indicates whether values are quantities, which line up by their last digit.
    public var isNumeric: Bool { self == .integer || self == .decimal }

    /// A Boolean value that indicates whether values compare as numbers.
    public var comparesNumbers: Bool { isNumeric || self == .code }

    /// A Boolean value that indicates whether values are read as anything but text.
    public var isTyped: Bool {
        switch self {
        case .integer, .decimal, .code, .boolean, .date, .time, .dateTime, .duration: true
        case .empty, .text, .binary, .json, .mixed: false
        }
    }
}

/// One column of a table.
public struct Column: Sendable, Hashable {
    /// The name in the source; empty when the source has none.
    public var name: String
    /// The way to read its values.
    public var form: ValueForm
    /// The groups of columns that it belongs to, outermost first: one title for every header row above the names, empty where
    /// it is in no group. `HeaderGroups` has them as ranges of columns.
    public var groups: [String]
    /// The type that the source declares, such as `DECIMAL(38, 9)` or `list<int32>`; nil where it declares none.
    public var declaredType: String?
    /// A Boolean value that indicates whether the source computes the values from those of other columns.
    public var isGenerated = false
    /// The names that lead to the column's values in a record of a source with nested columns, from the outermost one: one name
    /// for a column at the top. Empty in other sources, and for records that are themselves values
    /// (`TableDescription.hasBareRecords`).
    public var path: [String] = []
    /// The bytes of the names in `path`, where one of them is not UTF-8: half of a surrogate pair, which JSON can write, is the
    /// three bytes that UTF-8 would have for it. Nil where `path` has them.
    public var pathBytes: [[UInt8]]?
    /// The position (0-based) of its values in records that are lists, with a column for each element; nil in others.
    public var position: Int?
    /// True for a column of JSON objects with those members of the records that have no column of their own.
    public var holdsOthers = false

    public init(name: String, type: ColumnType, groups: [String] = []) {
        self.init(name: name, form: ValueForm(type), groups: groups)
    }

    public init(name: String, form: ValueForm, groups: [String] = []) {
        self.name = name
        self.form = form
        self.groups = groups
    }

    public var type: ColumnType {
        get { form.type }
        set { form.type = newValue }
    }

    /// The name, or a spreadsheet's letters (A … Z, AA …) for a column at `index` (0-based) that has none.
    public func title(at index: Int) -> String {
        name.isEmpty ? Self.letters(for: index) : name
    }

    /// Spreadsheet letters of the 0-based column `index`: 0 is A, 25 is Z, 26 is AA.
    public static func letters(for index: Int) -> String {
        var letters: [UInt8] = []
        var rest = index
        while rest >= 0 {
            letters.append(65 + UInt8(rest % 26))
            rest = rest / 26 - 1
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }
}
