/// The names of elements of arrays beyond the last column, where the text declares names: those, and numbers after them.
///
/// No two elements have the same name, and none has that of another column: the second `a` is `a_2`.
struct ElementNames {
    private let names: [String]
    private let declaredCount: Int
    private let columns: Int
    private let taken: Set<String>

    /// `columns` is the number of elements with columns of their own.
    init(_ declared: [DeclaredColumn], columns: Int) {
        var taken = Set(declared.prefix(columns).map(\.name))
        // A name that is declared later belongs to that element.
        let later = Set(declared.dropFirst(columns).map(\.name))
        names = declared.dropFirst(columns).map { column in
            let name =
                taken.contains(column.name)
                ? Self.other(column.name) { taken.contains($0) || later.contains($0) } : column.name
            taken.insert(name)
            return name
        }
        (self.taken, self.columns, declaredCount) = (taken, columns, declared.count)
    }

    var areDeclared: Bool { declaredCount > 0 }

    /// - Complexity: O(1) for most.
    func name(ofPosition position: Int) -> String {
        if position < declaredCount { return names[position - columns] }
        let name = "\(position + 1)"
        return taken.contains(name) ? Self.other(name) { taken.contains($0) } : name
    }

    /// The name with the first number from 2 on that makes it another one.
    private static func other(_ name: String, _ isTaken: (String) -> Bool) -> String {
        var number = 2
        while isTaken("\(name)_\(number)") { number += 1 }
        return "\(name)_\(number)"
    }
}
