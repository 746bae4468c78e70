/// A walk through the tokens of one record that is strict JSON.
///
/// It fails at all others, and at oddities to report: names that come twice, escapes that make NUL or half a character, more
/// than 64 levels. `SlowWalk` reads those.
struct RecordWalk {
    /// An object that is open.
    struct Level {
        var group: Int
        /// The number of the object in all records.
        var object: Int
        /// The prediction for the next name: that after the last one.
        var prediction: UnsafeMutablePointer<Int32>
        var start: Int
    }

    private let engine: FieldEngine
    private let members: UnsafeMutablePointer<MemberTable.Member>
    private let groups: UnsafeMutablePointer<MemberTable.Group>
    private let followers: UnsafeMutablePointer<Int32>
    private let outer: UnsafeMutablePointer<Level>
    /// The number of fields with which the walk ends early.
    private let enoughFields: Int
    private var stream: TokenStream
    var fields: OpenFields
    private(set) var objectCount: Int
    private(set) var hasUnknown = false

    init(
        _ stream: TokenStream, _ engine: FieldEngine, levels: UnsafeMutablePointer<Level>, objectCount: Int
    ) {
        (self.engine, self.stream, outer, self.objectCount) = (engine, stream, levels, objectCount)
        let table = engine.table
        (members, groups, followers) = (table.members, table.groups, table.followers)
        fields = engine.openFields
        enoughFields = engine.enoughFields
    }

    /// Reads the record; false where it failed.
    mutating func read() -> Bool {
        let form = engine.root.form
        var token = stream.next()
        if form == .values {
            while stream.byte(token) == UInt8(ascii: ",") { token = stream.next() }
        } else if form == .members {
            guard stream.byte(token) == UInt8(ascii: "\""), let (end, hasEscapes) = stream.string(),
                stream.byte(stream.next()) == UInt8(ascii: ":")
            else { return false }
            let kind = hasEscapes ? JSONField.Kind.escapedString : .string
            fields.set(engine.root.keySlot, JSONField(kind: kind, start: token + 1, end: end))
            token = stream.next()
        }
        guard readRoot(token) else { return false }
        if fields.filledCount >= enoughFields { return true }
        let end = stream.ahead
        if end < stream.count {
            guard let closer = form.closer, stream.byte(end) == closer || stream.byte(end) == UInt8(ascii: ","),
                stream.next() == stream.count
            else { return false }
        }
        return !stream.isOdd
    }

    private mutating func readRoot(_ token: Int) -> Bool {
        let first = stream.byte(token)
        switch (engine.root.records, first) {
        case (.members, UInt8(ascii: "{")): return readMembers(token)
        case (.positions, UInt8(ascii: "[")): return readPositions()
        default:
            guard let field = stream.value(first, at: token) else { return false }
            if engine.root.valueSlot != MemberTable.Slot.absent {
                fields.set(engine.root.valueSlot, field)
            } else {
                keep(field, nil, in: 0)
            }
            return true
        }
    }

    private mutating func readPositions() -> Bool {
        var token = stream.next()
        if stream.byte(token) == UInt8(ascii: "]") {
            stream.readAhead()
            return true
        }
        let slots = engine.root.positionSlots
        var position = 0
        while true {
            guard let field = stream.value(stream.byte(token), at: token) else { return false }
            if position < slots.count {
                fields.set(slots[position], field)
            } else {
                keep(field, nil, in: 0, position: position)
            }
            position += 1
            let separator = stream.byte(stream.ahead)
            if separator == UInt8(ascii: "]") {
                stream.readAhead()
                return true
            }
            guard separator == UInt8(ascii: ",") else { return false }
            token = stream.next()
        }
    }

    /// Keeps a value without a column: for `(others)`, or to be discovered. `position` is that of an element.
    @inline(never)
    private mutating func keep(_ field: JSONField, _ name: Range<Int>?, in group: Int, position: Int? = nil) {
        // Only the known members of a cell are columns.
        if groups[group].cellMember >= 0 { return }
        guard engine.root.hasOthers else {
            hasUnknown = true
            return
        }
        let piece = OthersPiece(
            group: group, name: name.map { $0.lowerBound - 1..<$0.upperBound + 1 }, value: field.textRange,
            position: position)
        engine.append(piece) { hasOnlyComma(from: $0, to: $1) }
    }

    /// Returns true where there is a comma between two bytes, and nothing else but blanks.
    private func hasOnlyComma(from start: Int, to end: Int) -> Bool {
        var commas = 0
        for index in start..<end {
            let byte = stream.byte(index)
            if byte == UInt8(ascii: ",") { commas += 1 } else if !byte.isBlank { return false }
        }
        return commas == 1
    }

    // MARK: - Members

    private mutating func open(_ group: Int, at start: Int) -> Level {
        objectCount += 1
        return Level(group: group, object: objectCount, prediction: engine.table.leaders + group, start: start)
    }

    private mutating func readMembers(_ start: Int) -> Bool {
        var token = stream.next()
        if stream.byte(token) == UInt8(ascii: "}") {
            stream.readAhead()
            return true
        }
        var (level, depth) = (open(0, at: start), 0)
        while true {
            // A name, a colon, and the beginning of a value.
            guard stream.byte(token) == UInt8(ascii: "\""), let (nameEnd, hasEscapes) = stream.string(),
                stream.byte(stream.next()) == UInt8(ascii: ":")
            else { return false }
            let name = token + 1..<nameEnd
            let member = find(name, hasEscapes, in: level)
            if member >= 0 {
                if members[member].object == level.object { return false }
                members[member].object = level.object
                level.prediction = followers + member
            }
            let start = stream.next()
            let first = stream.byte(start)
            if first == UInt8(ascii: "{"), member >= 0, members[member].group != MemberTable.cell {
                token = stream.next()
                if stream.byte(token) == UInt8(ascii: "}") {
                    stream.readAhead()
                    store(JSONField(kind: .object, start: start, end: token + 1), member, name, in: level.group)
                } else if members[member].group >= 0 {
                    outer[depth] = level
                    depth += 1
                    level = open(Int(members[member].group), at: start)
                    continue
                } else {
                    guard let end = stream.nested(isObject: true, token) else { return false }
                    keep(JSONField(kind: .object, start: start, end: end), name, in: level.group)
                }
            } else {
                guard let field = stream.value(first, at: start) else { return false }
                store(field, member, name, in: level.group)
                if fields.filledCount >= enoughFields { return true }
            }
            // Brackets that close, and a comma.
            while stream.byte(stream.ahead) == UInt8(ascii: "}") {
                endObject(level, at: stream.ahead + 1, in: depth > 0 ? outer[depth - 1].group : nil)
                stream.readAhead()
                if depth == 0 { return true }
                depth -= 1
                level = outer[depth]
            }
            guard stream.byte(stream.ahead) == UInt8(ascii: ",") else { return false }
            token = stream.next()
        }
    }

    /// The member of a name; below 0 where there is none.
    @inline(__always)
    private mutating func find(_ name: Range<Int>, _ hasEscapes: Bool, in level: Level) -> Int {
        let expected = Int(level.prediction.pointee)
        if expected >= 0, !hasEscapes, isName(expected, name) { return expected }
        let found = engine.table.find(stream.bytes(name), hasEscapes: hasEscapes, in: level.group)
        if found >= 0 { level.prediction.pointee = Int32(truncatingIfNeeded: found) }
        return found
    }

    @inline(__always)
    private func isName(_ member: Int, _ name: Range<Int>) -> Bool {
        guard Int(members[member].nameCount) == name.count else { return false }
        if let head = stream.head(name.lowerBound) {
            if (head ^ members[member].head) & members[member].headMask != 0 { return false }
            if name.count <= 8 { return true }
        }
        return engine.table.isName(member, stream.bytes(name))
    }

    @inline(__always)
    private mutating func store(_ field: JSONField, _ member: Int, _ name: Range<Int>, in group: Int) {
        if member >= 0, members[member].slot >= MemberTable.Slot.unwanted {
            fields.set(members[member].slot, field)
        } else if member < 0 || members[member].slot != MemberTable.Slot.constant
            || !engine.table.isConstant(field, stream.bytes(field.range))
        {
            keep(field, name, in: group)
        }
    }

    /// Sets the field of an object that is a cell as well, in an object of the group `group`.
    @inline(__always)
    private mutating func endObject(_ level: Level, at end: Int, in group: Int?) {
        let member = Int(groups[level.group].cellMember)
        guard member >= 0 else { return }
        let field = JSONField(kind: .object, start: level.start, end: end)
        if members[member].slot >= MemberTable.Slot.unwanted {
            fields.set(members[member].slot, field)
        } else if let group, engine.root.hasOthers {
            engine.append(OthersPiece(group: group, name: nil, value: field.range, member: member))
        } else {
            hasUnknown = true
        }
    }
}
