import Tabular

/// The objects that the columns of a record make, as steps in the order in which they are written.
///
///     columns   id   b.c   x   b.d          address   address.city
///     steps     member id                   open address, with a value of its own
///               open b                        member city
///                 member c, member d        close
///               close
///               member x
///
/// Members stand in the order of their columns. An object stands at the place of its first column and has all of its
/// members, wherever their columns stand. A column that is written again gets a number: `id_2`. So does the object of a column
/// with a value of its own, in records that have both: `address_2`. No other member has that name.
struct MemberPlan {
    enum Kind: Hashable {
        /// A member with the value of a column.
        case member
        /// The begin of an object.
        case open
        case close
    }

    struct Step {
        var kind: Kind
        /// The column; of an object the one that has a value in its place, or none.
        var column: Int?
        /// `"name":`, escaped, in `keys`; empty for the record.
        var key = 0..<0
        /// The key that keeps an object and its column apart, empty where it has none. It is the object's, but for the record:
        /// there it is the column's.
        var otherKey = 0..<0
    }

    private(set) var steps: [Step] = []
    /// The texts of all keys.
    private(set) var keys: [UInt8] = []

    /// The steps of columns by the paths of their names; the empty path is that of the record.
    init(_ paths: [[String]], titles: [String]) {
        var tree = MemberTree(paths, titles: titles)
        let names = tree.nodes.indices.map { addKey($0 == 0 ? nil : tree.nodes[$0].name) }
        let others = tree.nodes.indices.map { node in
            addKey(tree.isShared(node) ? tree.addName(besides: node, titles: titles) : nil)
        }
        // The nodes that are open, with the next member of each.
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
    }

    private mutating func addKey(_ name: [UInt8]?) -> Range<Int> {
        let start = keys.count
        name?.withUnsafeBufferPointer { JSONText.quote($0, into: &keys) }
        if name != nil { keys.append(UInt8(ascii: ":")) }
        return start..<keys.count
    }
}

/// The columns of a record as a tree of names. Names are the same that have the same bytes.
private struct MemberTree {
    struct Node {
        var name: [UInt8] = []
        /// The object around it; the record is its own.
        var parent = 0
        /// The column with this path.
        var column: Int?
        /// In the order of their first columns.
        var members: [Int] = []
    }

    private struct Place: Hashable {
        var node: Int
        var name: [UInt8]
    }

    /// The first one is the record.
    private(set) var nodes = [Node()]
    private var places: [Place: Int] = [:]
    /// Of names that were taken before, the first number that was not tried yet.
    private var numbers: [Place: Int] = [:]

    /// - Complexity: O(columns × names of a path).
    init(_ paths: [[String]], titles: [String]) {
        var repeated: [(node: Int, column: Int)] = []
        var firstColumns = [0]
        for (column, path) in paths.enumerated() {
            var node = 0
            for name in path {
                node = member(Array(name.utf8), of: node)
                if node == firstColumns.count { firstColumns.append(column) }
            }
            if nodes[node].column == nil { nodes[node].column = column } else { repeated.append((node, column)) }
        }
        // Once all names are known, so that a number makes none of them twice.
        for (node, column) in repeated {
            let name = addName(besides: node, titles: titles, column: column)
            let added = member(name, of: nodes[node].parent)
            nodes[added].column = column
            firstColumns.append(column)
        }
        for node in nodes.indices { nodes[node].members.sort { firstColumns[$0] < firstColumns[$1] } }
    }

    /// A Boolean value that indicates whether `node` is an object and a column.
    func isShared(_ node: Int) -> Bool { nodes[node].column != nil && !nodes[node].members.isEmpty }

    /// A name that no member of the same object has, made of the name of `node`. Of the record it is made of the title of its
    /// column, which becomes a member then.
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
        // No node: the name is taken by what comes beside it.
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
