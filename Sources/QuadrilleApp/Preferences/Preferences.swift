import CGTK
import Translation

/// The user's preferences for all windows, as they are in `preferences.ini`:
///
///     [Quadrille]
///     # Comments stay where they are.
///     font=Monospace 12
///     theme=dark
///     wheel-rows=5
///     compact-rows=true
///
/// A missing key stands for the desktop's setting, or else for the default of the program.
struct Preferences: Sendable, Hashable {
    enum Theme: String, Choice {
        /// The desktop's theme.
        case system
        case light
        case dark
    }

    /// The treatment of a file that was never opened before, where another file had the same columns.
    enum KnownColumns: String, Choice {
        /// A question to the user whether to apply that file's view.
        case ask
        /// The view of that file, without a question.
        case always
        /// The default view, as for any other file.
        case never
    }

    /// The target for opening files that the user chooses, or names when starting the program.
    enum OpensIn: String, Choice {
        /// A window for each file.
        case windows
        /// Tabs of the window that was used last.
        case tabs
    }

    /// The time that the program waits for another file after its last window closes: a running program opens files faster.
    enum StaysReady: String, Choice {
        case no
        case tenMinutes = "10-minutes"
        case hour = "1-hour"

        var minutes: Int {
            switch self {
            case .no: 0
            case .tenMinutes: 10
            case .hour: 60
            }
        }
    }

    /// A family and a size in points, as Pango writes them; nil for the desktop's.
    var font: String?
    var theme = Theme.system
    /// The number of rows that a wheel notch scrolls, in `wheelRange`.
    var wheelRows = 3
    var compactRows = false
    var stripeRows = false
    /// A Boolean value that indicates whether the digits of long numbers are in groups of three.
    var groupsDigits = false
    var knownColumns = KnownColumns.ask
    var opensIn = OpensIn.windows
    var staysReady = StaysReady.no
    var follows = false
    /// A Boolean value that indicates whether changes appear without animation, regardless of the desktop's setting.
    var reducesMotion = false

    static let wheelRange = 1...20

    /// An enumeration of choices, each with its word in the file.
    protocol Choice: RawRepresentable<String>, Sendable, Hashable, CaseIterable {}

    /// The reason why a text contains no valid preferences.
    struct Damaged: Error, Hashable {
        var description: String
    }

    private static let group = "Quadrille"

    init() {}

    /// Reads text written by `text(over:since:)` or by the user. Clamps a size that is out of range.
    init(reading text: String) throws(Damaged) {
        let file = try Self.keyFile(text)
        defer { g_key_file_free(file) }
        font = Self.value("font", in: file).flatMap { $0.isEmpty ? nil : $0 }
        theme = try Self.choice("theme", in: file) ?? theme
        knownColumns = try Self.choice("known-columns", in: file) ?? knownColumns
        opensIn = try Self.choice("open-in", in: file) ?? opensIn
        staysReady = try Self.choice("stay-ready", in: file) ?? staysReady
        if let rows = Self.value("wheel-rows", in: file) {
            guard let number = Int(rows) else {
                throw Damaged(description: tr("wheel-rows is '{text}', not a number", ["text": rows]))
            }
            wheelRows = min(max(number, Self.wheelRange.lowerBound), Self.wheelRange.upperBound)
        }
        compactRows = try Self.flag("compact-rows", in: file)
        stripeRows = try Self.flag("stripe-rows", in: file)
        groupsDigits = try Self.flag("group-digits", in: file)
        follows = try Self.flag("follow", in: file)
        reducesMotion = try Self.flag("reduce-motion", in: file)
    }

    /// The file text `old` with these preferences replacing `before`. All other text stays unchanged, including comments and
    /// concurrent changes by other programs.
    func text(over old: String, since before: Preferences) -> String {
        guard let file = (try? Self.keyFile(old)) ?? g_key_file_new() else { return "" }
        defer { g_key_file_free(file) }
        for ((key, value), (_, valueBefore)) in zip(values, before.values) where value != valueBefore {
            if let value {
                g_key_file_set_value(file, Self.group, key, value)
            } else if g_key_file_has_key(file, Self.group, key, nil) != 0 {
                g_key_file_remove_key(file, Self.group, key, nil)
            }
        }
        var length = gsize(0)
        guard let data = g_key_file_to_data(file, &length, nil) else { return "" }
        defer { g_free(data) }
        return String(cString: data)
    }

    /// The values by the keys of the file, in a fixed order; nil for a default, which the file need not contain.
    private var values: [(key: String, value: String?)] {
        let usual = Preferences()
        func word<Value: Choice>(_ choice: KeyPath<Preferences, Value>) -> String? {
            self[keyPath: choice] == usual[keyPath: choice] ? nil : self[keyPath: choice].rawValue
        }
        func flag(_ isOn: Bool) -> String? { isOn ? "true" : nil }
        return [
            ("font", font), ("theme", word(\.theme)), ("known-columns", word(\.knownColumns)),
            ("open-in", word(\.opensIn)), ("stay-ready", word(\.staysReady)),
            ("wheel-rows", wheelRows == usual.wheelRows ? nil : "\(wheelRows)"), ("compact-rows", flag(compactRows)),
            ("stripe-rows", flag(stripeRows)), ("group-digits", flag(groupsDigits)), ("follow", flag(follows)),
            ("reduce-motion", flag(reducesMotion)),
        ]
    }

    private static func keyFile(_ text: String) throws(Damaged) -> OpaquePointer {
        var failure: UnsafeMutablePointer<GError>?
        guard let file = g_key_file_new() else { throw Damaged(description: tr("no memory")) }
        guard g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_KEEP_COMMENTS, &failure) != 0
        else {
            let reason = failure?.pointee.message.map { String(cString: $0) } ?? ""
            g_clear_error(&failure)
            g_key_file_free(file)
            throw Damaged(description: reason)
        }
        return file
    }

    private static func value(_ key: String, in file: OpaquePointer) -> String? {
        guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func choice<Value: Choice>(_ key: String, in file: OpaquePointer) throws(Damaged) -> Value? {
        guard let word = value(key, in: file) else { return nil }
        guard let choice = Value(rawValue: word) else {
            let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Damaged(
                description: tr(
                    "{key} is '{text}'; it can be one of these: {choices}",
                    ["key": key, "text": word, "choices": choices]))
        }
        return choice
    }

    private static func flag(_ key: String, in file: OpaquePointer) throws(Damaged) -> Bool {
        guard let text = value(key, in: file) else { return false }
        guard let flag = Bool(text) else {
            throw Damaged(description: tr("{key} is '{text}', neither true nor false", ["key": key, "text": text]))
        }
        return flag
    }
}
