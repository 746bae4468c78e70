extension [Column] {
    /// The name of each column for the command line and for other programs: for a nested column the text of its path
    /// (`ColumnPath`), for any other its name. A name that would be read as the path of another column is quoted:
    ///
    ///     path      name     full name
    ///     b, c      c        b.c
    ///     b, x.y    x.y      b."x.y"
    ///     n.m       n.m      n.m
    ///     b.c       b.c      "b.c", where the first exists too
    ///
    /// - Complexity: O(bytes of the names).
    public var fullNames: [String] {
        guard contains(where: \.isNested) else { return map(\.name) }
        let paths = Set(lazy.filter(\.isNested).map { ColumnPath.text(of: $0.path) })
        return map { column in
            if column.isNested { return ColumnPath.text(of: column.path) }
            let isTaken = paths.contains(column.name) || column.name.utf8.first == UInt8(ascii: "\"")
            return isTaken ? ColumnPath.quoted(column.name) : column.name
        }
    }

    /// The full names, with a spreadsheet's letters for columns that have none.
    public var fullTitles: [String] {
        fullNames.enumerated().map { index, name in name.isEmpty ? Column.letters(for: index) : name }
    }

    /// The column that a user means: the one with that name, else by its number from 1, else by a spreadsheet's capital
    /// letters. Where the list is open, columns may still be added: a number or letters beyond the last mean one of those. Nil
    /// where several nested columns share the name.
    public func index(written text: String, isOpen: Bool = false) -> Int? {
        if let named = index(named: text) { return named }
        if contains(where: { $0.name == text }) { return nil }
        let index = Int(text).flatMap { $0 > 0 ? $0 - 1 : nil } ?? Column.index(ofLetters: text)
        guard let index, isOpen || index < count else { return nil }
        return index
    }

    /// The column with the path `text`, else the first of that name that is not nested, else the only nested one of that name.
    public func index(named text: String) -> Int? {
        if let index = index(ofPath: text) ?? firstIndex(where: { $0.name == text && !$0.isNested }) { return index }
        let first = firstIndex { $0.name == text }
        return first == lastIndex { $0.name == text } ? first : nil
    }

    /// The full names of the nested columns that share the last name `text`, which therefore identifies none of them; empty where
    /// it identifies a column, or is no name.
    public func fullNames(sharing text: String) -> [String] {
        guard index(named: text) == nil else { return [] }
        return zip(self, fullNames).filter { $0.0.name == text }.map(\.1)
    }

    private func index(ofPath text: String) -> Int? {
        guard contains(where: { !$0.path.isEmpty }), let names = ColumnPath.names(in: text) else { return nil }
        return firstIndex { $0.path == names }
    }

    /// A text that identifies the column at `index`.
    func key(of index: Int) -> String {
        if indices.contains(index) {
            let name = fullNames[index]
            if !name.isEmpty, self.index(named: name) == index { return name }
        }
        let number = String(index + 1)
        return contains { $0.name == number } ? Column.letters(for: index) : number
    }
}

extension Column {
    /// A Boolean value that indicates whether the column is part of another one's values, or in a group of the source.
    fileprivate var isNested: Bool { path.count > 1 }

    /// The 0-based column of spreadsheet letters: A is 0, Z is 25, AA is 26. Nil for anything else, or beyond ZZZZ.
    static func index(ofLetters text: String) -> Int? {
        let letters = text.utf8
        guard (1...4).contains(letters.count), letters.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
        else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    }
}
