import Tabular

/// The names of the first rows of an object of rows, for finding repeated ones. All these rows are shown.
///
/// Threads collect the names of their rows, and one compares them in the order of the rows. Memory is bounded: of objects with
/// more members than `limit`, and of names longer than `longest`, no others are compared.
struct RowNames: Sendable {
    /// Rows whose names are compared.
    static let limit = 1 << 16
    /// The most bytes of a name that is compared.
    static let longest = 256

    /// A name and the place of its first byte.
    struct Occurrence: Sendable {
        let name: [UInt8]
        var position: SourcePosition
    }

    private var known: Set<[UInt8]> = []
    /// The names that are not compared yet.
    private var collected: [Occurrence] = []

    mutating func collect(_ name: [UInt8], at position: SourcePosition) {
        if name.count <= Self.longest { collected.append(Occurrence(name: name, position: position)) }
    }

    /// Compares the collected names with those before, and returns the repeated ones.
    mutating func takeRepeated() -> [Occurrence] {
        defer { collected = [] }
        return collected.filter { !known.insert($0.name).inserted }
    }

    /// Collects those of `next`, from later rows with lines counted from their own beginning.
    mutating func collect(_ next: RowNames, behindLines lines: Int) {
        for var occurrence in next.collected {
            occurrence.position.line += lines
            collected.append(occurrence)
        }
    }
}
