import Tabular

/// The kinds of values whose texts are read as values of a column's type. Values of other kinds are misfits, whatever their
/// texts: in `1, "2"`, the text "2" is no number.
struct ReadKinds: Equatable, Sendable {
    /// All kinds, as where the source distinguishes none.
    static let all = ReadKinds(bits: .max)
    static let numbers = ReadKinds([.number])

    private let bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    private init(_ kinds: [CellKind]) { self.init(bits: kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }) }

    /// The kinds that a column of a form reads.
    init(_ form: ValueForm) {
        switch form.type {
        case _ where form.isChosen: self = .all
        case .integer, .decimal, .mixed: self = .numbers
        case .boolean: self.init([.boolean])
        // A source without a kind for moments has them in texts.
        case .date: self.init([.text, .date])
        case .time: self.init([.text, .time])
        case .dateTime: self.init([.text, .date, .dateTime])
        case .duration: self.init([.text, .duration])
        case .code, .text, .empty, .binary, .json: self = .all
        }
    }

    @inline(__always)
    func contains(_ kind: CellKind) -> Bool { bits &>> UInt16(kind.rawValue) & 1 != 0 }
}
