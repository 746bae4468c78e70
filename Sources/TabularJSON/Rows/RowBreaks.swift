/// A byte offset in the text of an array at which the scan for rows changes, since a row before it is not JSON.
struct RowBreak: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A row begins, although the one before it has no end of its own.
        case row
        /// The same, where only the comma before it is missing.
        case rowWithoutComma
        /// All bytes up to the next row are one row: the first of them is a bracket that closes the array too early.
        case passage
    }

    let offset: Int
    var kind = Kind.row
}

/// The breaks after broken rows, on the way through a text.
struct RowBreaks: Sendable {
    private let places: [RowBreak]
    private var index: Int
    /// True where the last row ended at the beginning of another.
    private(set) var isAtBreak = false
    /// True where only the comma between the two is missing.
    private(set) var lacksComma = false

    /// Begins with a row at `offset`. `places` ascend.
    init(_ places: [RowBreak], behind offset: Int) {
        self.places = places
        index =
            places.firstIndex { $0.offset > offset || $0.offset == offset && $0.kind == .passage } ?? places.count
    }

    /// The offset of the next break; beyond all texts where there is none.
    var next: Int { index < places.count ? places[index].offset : .max }

    /// Begins to look for the end of a row.
    mutating func leave() { (isAtBreak, lacksComma) = (false, false) }

    /// Passes the next break, which `scanner` has reached; true where a row ends there that has no end.
    mutating func pass(_ scanner: inout RowScanner) -> Bool {
        let kind = places[index].kind
        index += 1
        switch kind {
        case .row, .rowWithoutComma:
            isAtBreak = scanner.isInsideRow
            lacksComma = isAtBreak && kind == .rowWithoutComma
            scanner = RowScanner(scanner.form, isRelaxed: scanner.isRelaxed)
        case .passage: scanner.passAll()
        }
        return isAtBreak
    }
}
