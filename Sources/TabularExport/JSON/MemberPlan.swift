import Tabular

/// The objects formed by the columns of a record, as steps in output order.
///
///     columns   id   b.c   x   b.d          address   address.city
///     steps     member id                   open address, with a value of its own
///               open b                        member city
///                 member c, member d        close
///               close
///               member x
///
/// Members are in the order of their columns. An object is at the position of its first column and has all of its members,
/// wherever their columns are. A repeated column gets a number: `id_2`. So does the object of a column with a value of its own,
/// in records that have both: `address_2`. No other member has that name.
struct MemberPlan {
    enum Kind: Hashable {
        /// A member with the value of a column.
        case member
        /// The beginning of an object.
        case open
        case close
    }

    struct Step {
        var kind: Kind
        /// The column; for an object the one that has a value of the same name, or none.
        var column: Int?
        /// The range of `"name":`, escaped, in `keys`; empty for the record.
        var key = 0..<0
        /// The range of the key that distinguishes an object from its column, empty without one. It is the object's key, except
        /// for the record, where it is the column's.
        var otherKey = 0..<0
    }

    private(set) var steps: [Step] = []
    /// The texts of all keys.
    private(set) var keys: [UInt8] = []
    /// The step of each column; below 0 without one.
    private var places: [Int]
    /// For each step the `open` of its object, below 0 for the record; and for each `open` its `close`.
    private var (opens, closes): ([Int], [Int]) = ([], [])

    /// Creates the steps of columns from the paths of their names, in UTF-8 or with halves of surrogate pairs; the empty path is
    /// that of the record. Columns without a path have no step.
    init(_ paths: [[[UInt8]]?], titles: [String]) {
        places = [Int](repeating: -1, count: paths.count)
        var tree = MemberTree(paths, titles: titles)
        let names = tree.nodes.indices.map { addKey($0 == 0 ? nil : tree.nodes[$0].name) }
        let others = tree.nodes.indices.map { node in
            addKey(tree.isShared(node) ? tree.addName(besides: node, titles: titles) : nil)
        }
        // The unfinished nodes, with the next member of each.
        var open = [(node: 0, next: 0)]
        steps.append(Step(kind: .open, column: tree.nodes[0].column, otherKey: others[0]))
        while let (node, next) = open.last {
            guard next < tree.nodes[node].members.count else {
                steps.append(Step(kind: .close))
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let (member, column) = (tree.nodes[node].members[next], tree.nodes[tree.nodes[node].members[next]].column)
            if tree.nodes[member].members.isEmpty {
                steps.append(Step(kind: .member, column: column, key: names[member]))
            } else {
                steps.append(Step(kind: .open, column: column, key: names[member], otherKey: others[member]))
                open.append((member, 0))
            }
        }
        index()
    }

    private mutating func index() {
        closes = [Int](repeating: -1, count: steps.count)
        var open: [Int] = []
        for (index, step) in steps.enumerated() {
            opens.append(open.last ?? -1)
            if let column = step.column { places[column] = index }
            switch step.kind {
            case .member: break
            case .open: open.append(index)
            case .close: if let start = open.popLast() { closes[start] = index }
            }
        }
    }

    /// The steps that `columns` and their objects need, and those of the record, in their order. All others leave nothing in the
    /// text of a record without values for other columns.
    ///
    /// - Complexity: O(columns × (levels + log columns)).
    func steps(of columns: [Int]) -> [Int] {
        var needed: Set<Int> = [0, closes[0]]
        for column in columns {
            var place = places[column]
            while place >= 0, needed.insert(place).inserted {
                if closes[place] >= 0 { needed.insert(closes[place]) }
                place = opens[place]
            }
        }
        return needed.sorted()
    }

    private mutating func addKey(_ name: [UInt8]?) -> Range<Int> {
        let start = keys.count
        name?.withUnsafeBufferPointer { JSONText.quoteRepaired($0, into: &keys) }
        if name != nil { keys.append(UInt8(ascii: ":")) }
        return start..<keys.count
    }
}

/// The columns of a record as a tree of names. Names are equal if their bytes are.
private struct MemberTree {
    struct Node {
        var name: [UInt8] = []
        /// The object around it; the record is its own parent.
        var parent = 0
        /// The column with this path.
        var column: Int?
        /// The members, in the order of their first columns.
        var members: [Int] = []
    }

    private struct Place: Hashable {
        var node: Int
        var name: [UInt8]
    }

    /// The nodes; the first one is the record.
    private(set) var nodes = [Node()]
    private var places: [Place: Int] = [:]
    /// For names that were taken before, the next number to try.
    private var numbers: [Place: Int] = [:]

    /// - Complexity: O(columns × names of a path).
    init(_ paths: [[[UInt8]]?], titles: [String]) {
        var repeated: [(node: Int, column: Int)] = []
        var firstColumns = [0]
        for (column, path) in paths.enumerated() {
            guard let path else { continue }
            var node = 0
            for name in path {
                node = member(name, of: node)
                if node == firstColumns.count { firstColumns.append(column) }
            }
            if nodes[node].column == nil { nodes[node].column = column } else { repeated.append((node, column)) }
        }
        // After all names are known, so that numbering duplicates none.
        for (node, column) in repeated {
            let name = addName(besides: node, titles: titles, column: column)
            let added = member(name, of: nodes[node].parent)
            nodes[added].column = column
            firstColumns.append(column)
        }
        for node in nodes.indices { nodes[node].members.sort { firstColumns[$0] < firstColumns[$1] } }
    }

    /// A Boolean value that indicates whether `node` is both an object and a column.
    func isShared(_ node: Int) -> Bool { nodes[node].column != nil && !nodes[node].members.isEmpty }

    /// Returns a name that no member of the same object has, derived from the name of `node`. For the record it is derived from
    /// the title of its column, which becomes a member then.
    mutating func addName(besides node: Int, titles: [String], column: Int? = nil) -> [UInt8] {
        let title = (column ?? nodes[node].column).map { Array(titles[$0].utf8) } ?? []
        let base = Place(node: nodes[node].parent, name: node == 0 ? title : nodes[node].name)
        var place = base
        var number = numbers[base] ?? 2
        while places[place] != nil {
            place.name = base.name + Array("_\(number)".utf8)
            number += 1
        }
        numbers[base] = number
        // Not a node: the name is reserved by the added member.
        places[place] = 0
        return place.name
    }

    private mutating func member(_ name: [UInt8], of node: Int) -> Int {
        let place = Place(node: node, name: name)
        if let found = places[place], found != 0 { return found }
        places[place] = nodes.count
        nodes[node].members.append(nodes.count)
        nodes.append(Node(name: name, parent: node))
        return nodes.count - 1
    }
}
