import TabularBytes

// A tree as words:
//
//     records | count of nodes, each: parent, objects, constant, name | count of columns, each: place, number
//
// If you change this, or the order of columns, change the version of `IndexKey`.
extension ColumnTree {
    /// The columns in the order of the tree, as if the sample had had all of them: late ones are placed in their groups, in the
    /// order in which they were found.
    ///
    /// - Complexity: O(nodes).
    var arrangedColumns: [Int] {
        var columns: [Int] = []
        if let keyColumn { columns.append(keyColumn) }
        if records == .values, let valueColumn { columns.append(valueColumn) }
        columns += positionColumns
        // The last is the next. A node whose column is due is listed separately.
        var next: [(node: Int, isColumn: Bool)] = [(0, false)]
        while let (node, isColumn) = next.popLast() {
            if isColumn {
                if let column = nodes[node].column { columns.append(column) }
                continue
            }
            let children = nodes[node].children.reversed().map { (node: $0, isColumn: false) }
            // The type of a geometry precedes its text.
            let isBehind = nodes[node].objects == .both
            if isBehind { next.append((node, true)) }
            next += children
            if !isBehind { next.append((node, true)) }
        }
        if records != .values, let valueColumn { columns.append(valueColumn) }
        if let othersColumn { columns.append(othersColumn) }
        return columns
    }

    /// Writes the tree with its columns in the order of `columns`.
    func write(_ columns: [Int], to writer: inout WordWriter) {
        writer.write(Int(records.rawValue), nodes.count - 1)
        for node in nodes.dropFirst() {
            writer.write(node.parent, Int(node.objects.rawValue))
            writer.write(bytes: node.constant ?? [])
            writer.write(bytes: node.name)
        }
        writer.write(columns.count)
        for column in columns {
            switch places[column] {
            case .key: writer.write(0, 0)
            case .value: writer.write(1, 0)
            case .others: writer.write(2, 0)
            case .member(let node): writer.write(3, node)
            case .position(let position): writer.write(4, position)
            }
        }
    }

    /// Reads a tree of `layout`; nil where the words are invalid.
    init?(_ reader: inout WordReader, _ layout: ColumnLayout) {
        guard let kind = reader.number(), let records = UInt8(exactly: kind).flatMap(Records.init(rawValue:)) else {
            return nil
        }
        self.init(layout, records: records)
        guard self.records == records, let count = reader.number(), count <= reader.count / 4 else { return nil }
        for _ in 0..<count where !readNode(&reader) { return nil }
        guard let columns = reader.number(), columns <= layout.limits.columns else { return nil }
        for column in 0..<columns {
            guard let place = reader.number(), let number = reader.number(), claim(place, number) == column else {
                return nil
            }
        }
        guard columns == columnCount else { return nil }
    }

    /// Reads the next node; false where there is no valid one.
    private mutating func readNode(_ reader: inout WordReader) -> Bool {
        guard let parent = reader.number(), parent < nodes.count, nodes[parent].objects != .cell,
            let kind = reader.number(), let objects = UInt8(exactly: kind).flatMap(Objects.init(rawValue:)),
            let constant = reader.bytes(), let name = reader.bytes(), child(name, of: parent) == nil
        else { return false }
        let isFeature = layout.kind == .features && parent == 0
        let node = makeChild(name, of: parent)
        // No deeper than records are read, and `both` only in features.
        guard objects == .both ? isFeature : objects == .cell || nodes[node].objects == .group else { return false }
        setObjects(objects, of: node)
        guard constant.isEmpty || isFeature else { return false }
        if !constant.isEmpty { setConstant(String(decoding: constant, as: UTF8.self), of: node) }
        return true
    }

    /// The column for a place by its number; nil where the place is invalid.
    private mutating func claim(_ place: Int, _ number: Int) -> Int? {
        switch place {
        case 0: return keyColumn
        case 1: return claimValue()
        case 2: return claimOthers()
        case 3 where (1..<nodes.count).contains(number): return claimColumn(of: number)
        case 4 where number == positionColumns.count: return claimColumn(ofPosition: number)
        default: return nil
        }
    }
}
