import Tabular

/// A column whose objects are expanded: each of their members is a column.
struct Expansion: Sendable {
    /// The origin of a column's values.
    enum Origin: Sendable, Hashable {
        case base(Int)
        /// A column of the tree of an expansion.
        case member(expansion: Int, place: Int)
    }

    let parent: Origin
    /// The column of the base whose values contain it.
    let root: Int
    /// The names that lead to the parent.
    let path: [String]
    /// One level of members; objects in these are cells.
    private(set) var tree: ColumnTree
    /// The full names of the tree's columns.
    private(set) var names: [String] = []
    /// The kinds of their values.
    fileprivate(set) var tallies: [KindTally] = []

    init(of parent: Origin, root: Int, path: [String]) {
        (self.parent, self.root, self.path) = (parent, root, path)
        var layout = ColumnLayout(.values)
        layout.depth = 0
        tree = ColumnTree(layout, records: .members)
    }

    /// The names that lead to a column of the tree.
    func path(to place: Int) -> [String] { path + [tree.name(ofColumn: place)] }

    /// Adds columns for the members of an object; the range of the new ones.
    fileprivate mutating func discover(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = names.count
        _ = tree.discover(text)
        if tree.isFull { tree.claimOthers() }
        for place in start..<tree.columnCount {
            names.append(ColumnPath.text(of: path(to: place)))
            tallies.append(KindTally())
        }
        return start..<names.count
    }
}

/// The expansions of a table: applied ones, and those whose columns do not exist yet.
struct ExpansionSet: Sendable {
    /// Parents precede the expansions of their members.
    private(set) var expansions: [Expansion] = []
    /// The requested names that are applied.
    private(set) var applied: [String] = []
    /// All members, in the order in which they were found.
    private(set) var members: [Expansion.Origin] = []
    private var pending: [String]

    init(_ names: [String]) { pending = names }

    /// True while no column is expanded.
    var isEmpty: Bool { expansions.isEmpty }

    /// Expands requested columns of the base.
    ///
    /// - Returns: True where there are new ones.
    mutating func resolve(in columns: [Column]) -> Bool {
        let before = expansions.count
        for name in pending {
            guard let column = columns.index(written: name) else { continue }
            let path = columns[column].path
            add(
                name, of: .base(column), root: column, path: path.isEmpty ? [columns[column].title(at: column)] : path)
        }
        return expansions.count > before
    }

    private mutating func add(_ name: String, of parent: Expansion.Origin, root: Int, path: [String]) {
        pending.removeAll { $0 == name }
        applied.append(name)
        guard !expansions.contains(where: { $0.parent == parent }) else { return }
        expansions.append(Expansion(of: parent, root: root, path: path))
    }

    /// Adds columns for the members of an object, and expands the requested ones among them.
    mutating func discover(_ text: UnsafeBufferPointer<UInt8>, in expansion: Int) {
        for place in expansions[expansion].discover(text) {
            members.append(.member(expansion: expansion, place: place))
            if pending.isEmpty { continue }
            let path = expansions[expansion].path(to: place)
            let name = expansions[expansion].names[place]
            for requested in pending where requested == name || ColumnPath.names(in: requested) == path {
                add(
                    requested, of: .member(expansion: expansion, place: place), root: expansions[expansion].root,
                    path: path)
            }
        }
    }

    /// Counts the fields that `lane` has read.
    mutating func count(_ lane: ExpansionLane, in expansion: Int) {
        lane.count(in: &expansions[expansion].tallies)
    }

    /// The counts of all kinds, for each expansion.
    var tallies: [[KindTally]] {
        get { expansions.map(\.tallies) }
        set {
            for index in expansions.indices {
                let counts = index < newValue.count ? newValue[index] : []
                let missing = expansions[index].names.count - counts.count
                expansions[index].tallies = counts + [KindTally](repeating: KindTally(), count: missing)
            }
        }
    }
}
