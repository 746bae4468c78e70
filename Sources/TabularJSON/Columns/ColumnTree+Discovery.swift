extension ColumnTree {
    /// A value of a record and its position in the tree.
    enum Visit: Sendable, Hashable {
        /// A scalar, an array or another cell of a node.
        case cell(Int)
        /// An object whose members are nodes.
        case group(Int)
        case position(Int)
        case value
        case others
    }

    /// Adds the columns that a record needs.
    ///
    /// - Returns: True where there are new ones.
    /// - Complexity: O(bytes of the record).
    mutating func discover(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
        let before = places.count
        visit(record)
        return places.count > before
    }

    private mutating func claimColumn(for visit: Visit) {
        switch visit {
        case .cell(let node): claimColumn(of: node)
        case .group: break
        case .position(let position): claimColumn(ofPosition: position)
        case .value: claimValue()
        case .others: claimOthers()
        }
    }

    /// Passes the values of a record to `take`, and makes nodes for all of them; passes none where it is not JSON. One that is cut
    /// off has the values before the cut. Without `take` it adds their columns.
    mutating func visit(_ record: UnsafeBufferPointer<UInt8>, _ take: ((Visit) -> Void)? = nil) {
        var check = RowCursor(record, layout.form)
        do throws(SyntaxFault) {
            _ = try check.start()
            _ = try check.cursor.nextValue()
            try check.finish()
        } catch {
            guard error.kind == .cutOff else { return }
        }
        var open: Visit?
        var row = RowCursor(record, layout.form)
        // Values before the end of a record that is cut off count.
        do throws(SyntaxFault) {
            _ = try row.start()
            try visit(&row.cursor, &open, take)
        } catch {
            if let open { add(open, take) }
        }
    }

    private mutating func add(_ visit: Visit, _ take: ((Visit) -> Void)?) {
        if let take { take(visit) } else { claimColumn(for: visit) }
    }

    /// Visits the values of a record; `open` is the one that has begun, in a record that is cut off.
    private mutating func visit(
        _ cursor: inout JSONCursor, _ open: inout Visit?, _ take: ((Visit) -> Void)?
    ) throws(SyntaxFault) {
        guard let first = try cursor.next() else { return add(.value, take) }
        switch (first.kind, records) {
        case (.objectStart, .members): try visitMembers(&cursor, &open, take)
        case (.arrayStart, .positions):
            var position = 0
            while true {
                open = cursor.elementStart(from: cursor.index) < cursor.text.count ? .position(position) : nil
                guard let element = try cursor.nextValue(), element.kind != .arrayEnd else { break }
                add(.position(position), take)
                position += 1
            }
        default: add(.value, take)
        }
    }

    private mutating func visitMembers(
        _ cursor: inout JSONCursor, _ open: inout Visit?, _ take: ((Visit) -> Void)?
    ) throws(SyntaxFault) {
        var objects = [0]
        while let parent = objects.last, let name = try cursor.next() {
            guard name.kind == .name else {
                objects.removeLast()
                continue
            }
            let known = node(of: name, in: parent, cursor.text)
            open = known.map { .cell($0) }
            guard let token = try cursor.next() else { return }
            guard let node = known else {
                // Only the known members of a cell are columns.
                if nodes[parent].objects != .both { add(.others, take) }
                if token.kind.isStart { try cursor.skipContainer() }
                continue
            }
            guard token.kind.isStart else {
                open = nil
                if !isConstant(token, at: node, cursor.text) { add(.cell(node), take) }
                continue
            }
            let isEmpty = try cursor.isEmptyContainer()
            open = nil
            if token.kind == .objectStart && !isEmpty && nodes[node].objects != .cell {
                add(nodes[node].objects == .both ? .cell(node) : .group(node), take)
                objects.append(node)
            } else {
                add(.cell(node), take)
                try cursor.skipContainer()
            }
        }
    }

    /// The node of a name; nil where there is none and none may be added.
    private mutating func node(
        of token: JSONToken, in parent: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let name = token.decodedName(in: text)
        if let child = child(name, of: parent) { return child }
        return isFull || nodes[parent].objects == .both ? nil : makeChild(name, of: parent)
    }

    private func isConstant(_ token: JSONToken, at node: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let constant = nodes[node].constant, token.kind == .string else { return false }
        return text[token.content(in: text)].elementsEqual(constant)
    }

    /// Adds the columns, from the number `column` on, of a tree that has grown from the same origin: those before are the same.
    ///
    /// - Returns: For each of them the number here.
    /// - Complexity: O(their names).
    @discardableResult
    mutating func merge(_ other: ColumnTree, fromColumn column: Int = 0) -> [Int] {
        other.places[column...].map { place in
            switch place {
            case .key: return keyColumn ?? 0
            case .value: return claimValue()
            case .others: return claimOthers()
            case .position(let position): return claimColumn(ofPosition: position)
            case .member(let node):
                var parent = 0
                for step in other.path(to: node) {
                    let name = other.nodes[step].name
                    guard child(name, of: parent) != nil || !isFull else { return claimOthers() }
                    parent = makeChild(name, of: parent)
                }
                return claimColumn(of: parent)
            }
        }
    }
}

extension JSONToken {
    /// The bytes between the quotes; all of a token that has none.
    func content(in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let first = text[range.lowerBound]
        guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else { return range }
        return range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
    }

    /// The bytes of a name, its escapes resolved. Halves of surrogate pairs are kept, since names that differ in them are two.
    func decodedName(in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let raw = UnsafeBufferPointer(rebasing: text[content(in: text)])
        guard hasEscapes else { return Array(raw) }
        var name: [UInt8] = []
        StringText.decode(raw, keepingSurrogates: true, into: &name)
        return name
    }
}

extension JSONCursor {
    /// Returns true where the last opened object or array is empty.
    mutating func isEmptyContainer() throws(SyntaxFault) -> Bool {
        try skipBlanks()
        return peek == UInt8(ascii: "}") || peek == UInt8(ascii: "]")
    }
}
