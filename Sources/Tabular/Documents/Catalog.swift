import QuadrilleRuntime
import Translation

/// The name of a table within its document. It stays the same while the document is open.
public struct TableID: Sendable, Hashable {
    /// The position in the catalog, from 0.
    public let index: Int

    public init(_ index: Int) { self.index = index }

    /// The only table of a document that has one.
    public static let first = TableID(0)
}

/// The tables of a document, as far as they are known without reading them.
public struct Catalog: Sendable, Hashable {
    /// One table.
    public struct Entry: Sendable, Hashable {
        /// The kind of thing in its document that a table is.
        public enum Kind: String, Sendable, Hashable {
            case table, view, sheet
            /// A file in an archive.
            case file
            /// A set of values at a path in a structured text.
            case path
        }

        /// The name in the document; for a file in an archive its path there. Another table of the same name has a number:
        /// `numberNames`.
        public var name: String
        public var kind: Kind
        public var isHidden = false
        /// Nil where it is not known without reading the table.
        public var rowCount: Int?
        /// Likewise.
        public var columnCount: Int?
        /// The reason why the table cannot be opened; nil where nothing is known against it.
        public var obstacle: ReadError?

        /// A Boolean value that indicates whether a database keeps the table for itself.
        public var isOfSystem: Bool { isHidden && (kind == .table || kind == .view) }

        public init(name: String, kind: Kind = .table) { (self.name, self.kind) = (name, kind) }
    }

    /// A part of the document that is not a table.
    public struct Skipped: Sendable, Hashable {
        public enum Reason: String, Sendable, Hashable {
            case folder
            /// A file that a desktop adds for itself, such as `.DS_Store`.
            case desktop
            case picture
            /// A file of a known kind that contains no table, such as a PDF or a program.
            case other
            case link
        }

        public var name: String
        public var reason: Reason

        public init(name: String, reason: Reason) { (self.name, self.reason) = (name, reason) }
    }

    /// In the order of the document.
    public var entries: [Entry]
    /// Tables that are only found by their names, such as the one in which a database lists its tables. Their numbers follow
    /// those of the entries.
    public var unlisted: [Entry] = []
    public var skipped: [Skipped] = []
    /// The table that the document itself opens with; nil where the first one will do.
    public var activeTable: TableID?
    /// A Boolean value that indicates whether the document is a set of tables, though it may contain only one.
    public var isContainer = false

    public init(entries: [Entry]) { self.entries = entries }

    public subscript(id: TableID) -> Entry? {
        if entries.indices.contains(id.index) { return entries[id.index] }
        let place = id.index - entries.count
        return unlisted.indices.contains(place) ? unlisted[place] : nil
    }

    /// The entry of a table of a container; nil for the only table of a document that is none.
    public func member(_ id: TableID?) -> Entry? { isContainer ? id.flatMap { self[$0] } : nil }

    /// The tables that are not hidden, in their order.
    public var visibleTables: [TableID] { entries.indices.filter { !entries[$0].isHidden }.map { TableID($0) } }

    /// The table to open where none is named: the active one, or else the first visible one that has rows and no obstacle, or
    /// else the first visible one.
    public var defaultTable: TableID? {
        if let activeTable, self[activeTable] != nil { return activeTable }
        let visible = visibleTables
        return visible.first { self[$0]?.obstacle == nil && self[$0]?.rowCount != 0 }
            ?? visible.first { self[$0]?.obstacle == nil } ?? visible.first ?? (entries.isEmpty ? nil : .first)
    }
}

extension Catalog {
    /// Numbers tables of the same name in the order of the document: "a.csv", "a.csv (2)".
    ///
    /// - Complexity: O(*n*) in the number of tables and in the largest number.
    public mutating func numberNames() {
        var names = Set(entries.map(\.name))
        guard names.count < entries.count else { return }
        var counts: [String: Int] = [:]
        for index in entries.indices {
            let name = entries[index].name
            var count = counts[name, default: 0] + 1
            if count > 1 {
                while !names.insert("\(name) (\(count))").inserted { count += 1 }
                entries[index].name = "\(name) (\(count))"
            }
            counts[name] = count
        }
    }

    /// The table that `text` identifies: by its name, or by its number from 1 among the visible ones. `name:7` is the table
    /// with the name 7.
    ///
    /// A path in an archive may be shortened to the name of its file where only one has it.
    public func table(written text: String) -> TableID? {
        if text.hasPrefix("name:") { return table(named: String(text.dropFirst(5))) }
        if let number = Int(text) {
            let visible = visibleTables
            return visible.indices.contains(number - 1) ? visible[number - 1] : nil
        }
        return table(named: text)
    }

    /// The table called `name`, or the only one whose path ends with it.
    public func table(named name: String) -> TableID? {
        if let index = entries.firstIndex(where: { $0.name == name }) { return TableID(index) }
        let ending = entries.indices.filter { entries[$0].kind == .file && entries[$0].name.hasSuffix("/" + name) }
        if ending.count == 1 { return TableID(ending[0]) }
        return unlisted.firstIndex { $0.name == name }.map { TableID(entries.count + $0) }
    }
}
