/// A value of a row in memory.
///
///     let row: [MemoryValue] = ["Ada", .null, MemoryValue("12.50", as: .number, shown: "€ 12.50")]
public struct MemoryValue: Sendable, Hashable {
    /// The exact value in the canonical form of its type. Empty in any state but `.value`.
    public let text: String
    /// The text that the source's own program shows; nil where that is `text`.
    public let shown: String?
    public let state: CellState
    public let kind: CellKind
    /// A Boolean value that indicates whether the source has other bytes, which are no UTF-8: `text` has U+FFFD in their place.
    public var isMalformed = false

    public init(_ text: String, as kind: CellKind = .text, shown: String? = nil) {
        (self.text, self.shown, self.state, self.kind) = (text, shown, .value, kind)
    }

    private init(_ state: CellState) { (text, shown, self.state, kind) = ("", nil, state, .text) }

    /// The absence of a value, which the source declares.
    public static let null = MemoryValue(.null)
    /// The absence of a value in a record that has later ones.
    public static let missing = MemoryValue(.missing)
    /// A value that cannot be read.
    public static let unreadable = MemoryValue(.unreadable)

    func text(in form: RecordRequest.Form) -> String { form == .shown ? shown ?? text : text }
}

extension MemoryValue: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
