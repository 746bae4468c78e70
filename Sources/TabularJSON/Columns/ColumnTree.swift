import Tabular

/// The columns of records that may be nested.
///
///     {"id": 1, "address": {"city": "Oslo", "geo": {"lat": 59.9}}, "tags": ["a"]}
///
///     id │ address         │ tags        a node for each name, a column for each node that has values of its own
///        │ city │ geo      │
///        │      │ lat      │
///
/// Nodes and columns are added as they are found (`discover`), and none is ever removed or changes its number. In the
/// sample, columns are numbered in the order of the tree; later ones come after all others.
///
/// If you add a kind of place, add its name in `ColumnTree+Columns.swift` and its slot in `MemberTable`.
struct ColumnTree: Sendable, Hashable {
    static let depthLimit = 8

    /// The kind of most records.
    enum Records: UInt8, Sendable, Hashable {
        case members
        case positions
        case values
    }

    /// The values of a column.
    enum Place: Sendable, Hashable {
        /// The names of members that are rows.
        case key
        /// Records of a kind other than the usual one.
        case value
        /// Members beyond the limit of columns, as one JSON text.
        case others
        /// Scalars, arrays and other cells of a node.
        case member(Int)
        /// Elements of arrays, from 0.
        case position(Int)
    }

    /// The treatment of objects at a node that have members.
    enum Objects: UInt8, Sendable, Hashable {
        /// Their members are nodes.
        case group
        /// They are cells: at the limit of depth, and maps.
        case cell
        /// They are cells, and known members of theirs are columns too.
        case both
    }

    struct Node: Sendable, Hashable {
        /// The bytes of the name, its escapes resolved.
        let name: [UInt8]
        let parent: Int
        /// In the order in which they were found.
        var children: [Int] = []
        var column: Int?
        var objects = Objects.group
        /// The value that needs no column.
        var constant: [UInt8]?
    }

    private struct Key: Sendable, Hashable {
        let parent: Int
        let name: [UInt8]
    }

    let layout: ColumnLayout
    let records: Records
    /// The first is that of the record itself.
    private(set) var nodes = [Node(name: [], parent: -1)]
    /// One for each column.
    private(set) var places: [Place] = []
    private(set) var positionColumns: [Int] = []
    private(set) var keyColumn: Int?
    private(set) var valueColumn: Int?
    private(set) var othersColumn: Int?
    private var children: [Key: Int] = [:]
    /// Bytes of the names of all nodes.
    private var nameBytes = 0

    /// A tree without columns, but for those that all tables of the layout have.
    init(_ layout: ColumnLayout, records: Records) {
        self.layout = layout
        self.records = layout.kind == .pairs ? .values : records
        if layout.isKeyed { keyColumn = append(.key) }
        if self.records == .values { valueColumn = append(.value) }
    }

    var columnCount: Int { places.count }

    /// A Boolean value that indicates whether records may be values themselves, and not members with a key.
    var hasBareRecords: Bool { valueColumn != nil && keyColumn == nil }

    /// A Boolean value that indicates whether records are lists, whose elements have no names.
    var hasLists: Bool { records == .positions && layout.declared.isEmpty }

    /// The member of all records that has no column since its value is always the same; nil where there is none.
    var constantMember: ConstantMember? {
        let node = nodes[0].children.map { nodes[$0] }.first { $0.constant != nil && $0.column == nil }
        guard let node, let value = node.constant else { return nil }
        return ConstantMember(
            name: String(decoding: node.name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }

    /// A Boolean value that indicates whether new members go to `(others)`. It stays true.
    var isFull: Bool { nameBytes >= layout.limits.nameBytes || nodes.count > layout.limits.names || !hasRoom }

    /// A Boolean value that indicates whether a known member may have a column.
    private var hasRoom: Bool { othersColumn == nil && places.count < layout.limits.columns - 1 }

    /// The levels of objects around a node in its record.
    func level(of node: Int) -> Int {
        var (level, node) = (-1, node)
        while node > 0 { (level, node) = (level + 1, nodes[node].parent) }
        return level
    }

    /// The nodes from the outermost one to `node`.
    func path(to node: Int) -> [Int] {
        var (path, node) = ([Int](), node)
        while node > 0 {
            path.append(node)
            node = nodes[node].parent
        }
        return path.reversed()
    }

    func child(_ name: [UInt8], of parent: Int) -> Int? { children[Key(parent: parent, name: name)] }

    /// The node of a name, which is made where there is none.
    mutating func makeChild(_ name: [UInt8], of parent: Int) -> Int {
        if let child = child(name, of: parent) { return child }
        let child = nodes.count
        nodes.append(Node(name: name, parent: parent))
        if level(of: child) >= layout.depth { nodes[child].objects = .cell }
        nodes[parent].children.append(child)
        nameBytes += name.count
        children[Key(parent: parent, name: name)] = child
        return child
    }

    mutating func setObjects(_ objects: Objects, of node: Int) { nodes[node].objects = objects }

    mutating func setConstant(_ constant: String, of node: Int) { nodes[node].constant = Array(constant.utf8) }

    /// The column for cells of a node; `(others)` where there is no room for another.
    @discardableResult
    mutating func claimColumn(of node: Int) -> Int {
        if let column = nodes[node].column { return column }
        guard hasRoom else { return claimOthers() }
        let column = append(.member(node))
        nodes[node].column = column
        return column
    }

    /// The column for elements of arrays at `position`; `(others)` where there is no room for another.
    @discardableResult
    mutating func claimColumn(ofPosition position: Int) -> Int {
        while position >= positionColumns.count {
            guard hasRoom else { return claimOthers() }
            positionColumns.append(append(.position(positionColumns.count)))
        }
        return positionColumns[position]
    }

    /// The column for records of a kind other than the usual one.
    @discardableResult
    mutating func claimValue() -> Int {
        if let valueColumn { return valueColumn }
        guard hasRoom else { return claimOthers() }
        let column = append(.value)
        valueColumn = column
        return column
    }

    @discardableResult
    mutating func claimOthers() -> Int {
        if let othersColumn { return othersColumn }
        let column = append(.others)
        othersColumn = column
        return column
    }

    private mutating func append(_ place: Place) -> Int {
        places.append(place)
        return places.count - 1
    }
}
