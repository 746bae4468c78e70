extension ColumnTree {
    /// The columns of the first records of a text, in the order of their names in these, and the kinds of their values.
    static func sampled(
        _ records: [UnsafeBufferPointer<UInt8>], _ layout: ColumnLayout
    ) -> (tree: ColumnTree, tallies: [KindTally]) {
        let tree = sampled(records, layout: layout)
        var reader = FieldReader(tree, keepsOthers: false)
        var tallies = Array(repeating: KindTally(), count: tree.columnCount)
        for record in records where reader.read(record) == .whole {
            for column in tallies.indices { tallies[column].count(reader.field(at: column), of: record) }
        }
        return (tree, tallies)
    }

    /// The columns of the first records of a text, in the order of their names in these.
    ///
    /// - Complexity: O(bytes of the records).
    static func sampled(_ records: [UnsafeBufferPointer<UInt8>], layout: ColumnLayout) -> ColumnTree {
        // The names of a split form are known before its records.
        let isSplit = records.isEmpty && !layout.declared.isEmpty
        var roomy = layout
        roomy.limits = .ofSample
        var found = ColumnTree(roomy, records: isSplit ? .positions : commonKind(of: records, layout.form))
        found.makeKnownNodes()
        var counts = SampleCounts()
        for record in records { found.visit(record) { counts.add($0) } }
        var tree = found.numbered(counts, layout)
        // Text that is not JSON has to be shown in a column.
        var reader = FieldReader(tree, keepsOthers: false)
        if tree.columnCount == 0, records.contains(where: { reader.read($0) != .whole }) { tree.claimValue() }
        return tree
    }

    /// The kind that most records have.
    private static func commonKind(of records: [UnsafeBufferPointer<UInt8>], _ form: RowForm) -> Records {
        var (objects, arrays, scalars) = (0, 0, 0)
        for record in records {
            var row = RowCursor(record, form)
            guard (try? row.start()) != nil || form != .members, (try? row.cursor.skipBlanks()) != nil else { continue }
            switch row.cursor.peek {
            case UInt8(ascii: "{"): objects += 1
            case UInt8(ascii: "["): arrays += 1
            default: scalars += 1
            }
        }
        if objects >= max(arrays, scalars) { return .members }
        return arrays >= scalars ? .positions : .values
    }

    /// Makes the nodes of the declared columns, in the layout's order.
    private mutating func makeKnownNodes() {
        guard records == .members else { return }
        for column in layout.declared { _ = makeChild(Array(column.name.utf8), of: 0) }
        guard layout.kind == .features else { return }
        let names = ["id", "properties", "geometry", "bbox", "type"]
        let nodes = names.map { makeChild(Array($0.utf8), of: 0) }
        _ = makeChild(Array("type".utf8), of: nodes[2])
        setObjects(.both, of: nodes[2])
        setConstant("Feature", of: nodes[4])
    }

    /// The same nodes in `layout`, but for the members of maps, with columns in the order of the tree.
    private func numbered(_ counts: SampleCounts, _ layout: ColumnLayout) -> ColumnTree {
        var tree = ColumnTree(layout, records: records)
        if records == .positions {
            for position in 0..<max(counts.positions, layout.declared.count) { tree.claimColumn(ofPosition: position) }
        }
        tree.makeKnownNodes()
        let declared = Set(layout.declared.map { Array($0.name.utf8) })
        // Nodes of this tree and of the copy; the last is the next. A node whose column is due is listed separately.
        var next: [(node: Int, place: Int, isColumn: Bool)] = [(0, 0, false)]
        var hasOthers = false
        while let (node, place, isColumn) = next.popLast() {
            if isColumn {
                tree.claimColumn(of: place)
                continue
            }
            let isMap = node > 0 && counts.isMap(node, children: nodes[node].children)
            if isMap { tree.setObjects(.cell, of: place) }
            let hasColumn =
                isMap || counts.cells(node) > 0
                || node > 0 && nodes[node].parent == 0 && counts.groups(node) == 0
                    && declared.contains(nodes[node].name)
            var later: [(node: Int, place: Int, isColumn: Bool)] = []
            if !isMap {
                for child in nodes[node].children where counts.isSeen(child) || nodes[child].parent == 0 {
                    guard tree.child(nodes[child].name, of: place) != nil || !tree.isFull else {
                        hasOthers = true
                        continue
                    }
                    later.append((child, tree.makeChild(nodes[child].name, of: place), false))
                }
            }
            // The type of a geometry precedes its text.
            if hasColumn { later.insert((node, place, true), at: nodes[node].objects == .both ? later.count : 0) }
            next += later.reversed()
        }
        if counts.hasValues { tree.claimValue() }
        if hasOthers { tree.claimOthers() }
        return tree
    }
}

/// The values of sampled records by the nodes of their tree.
private struct SampleCounts {
    /// Maps have more different keys than this, each in less than a twentieth of the objects.
    private static let mapKeys = 256
    private static let mapShare = 20

    private(set) var positions = 0
    private(set) var hasValues = false
    private var cells: [Int] = []
    private var groups: [Int] = []

    mutating func add(_ visit: ColumnTree.Visit) {
        switch visit {
        case .cell(let node): Self.increment(&cells, at: node)
        case .group(let node): Self.increment(&groups, at: node)
        case .position(let position): positions = max(positions, position + 1)
        case .value: hasValues = true
        // The sample has too many names. The audit finds their columns.
        case .others: break
        }
    }

    private static func increment(_ counts: inout [Int], at node: Int) {
        while counts.count <= node { counts.append(0) }
        counts[node] += 1
    }

    func cells(_ node: Int) -> Int { node < cells.count ? cells[node] : 0 }

    func groups(_ node: Int) -> Int { node < groups.count ? groups[node] : 0 }

    func isSeen(_ node: Int) -> Bool { cells(node) + groups(node) > 0 }

    func isMap(_ node: Int, children: [Int]) -> Bool {
        guard children.count > Self.mapKeys else { return false }
        return children.allSatisfy { (cells($0) + groups($0)) * Self.mapShare < groups(node) }
    }
}
