/// A walk through one record of any text, which reports its oddities and where it is not JSON.
struct SlowWalk {
    /// An object that is open.
    private struct Level {
        let group: Int
        let object: Int
        let start: Int
    }

    private let engine: FieldEngine
    private let text: UnsafeBufferPointer<UInt8>
    private let members: UnsafeMutablePointer<MemberTable.Member>
    var row: RowCursor
    var fields: OpenFields
    private(set) var objectCount: Int
    private(set) var hasUnknown = false
    /// Names that occur twice in their objects, by their first bytes.
    private(set) var duplicates: [Int] = []
    /// Names whose values are replaced by those of later ones, by their first bytes.
    private(set) var replaced: [Int] = []
    /// Ascending names whose values are not read, and the next of them.
    private let unread: [Int]
    private var nextUnread = 0
    private var levels: [Level] = []
    /// The field whose value is being read, and where it begins, for records that are cut off.
    private var openSlot = MemberTable.Slot.unwanted
    private var openStart = 0

    /// Begins a walk that passes the values of the names at `unread`, ascending, as if they were not there.
    init(_ text: UnsafeBufferPointer<UInt8>, _ engine: FieldEngine, objectCount: Int, unread: [Int] = []) {
        (self.text, self.engine, self.objectCount, self.unread) = (text, engine, objectCount, unread)
        (members, fields) = (engine.table.members, engine.openFields)
        row = RowCursor(text, engine.root.form)
    }

    /// Reads the record; returns the fault where it is not JSON.
    mutating func read() -> SyntaxFault? {
        do throws(SyntaxFault) {
            if let key = try row.start() { fields.set(engine.root.keySlot, field(of: key)) }
            try readRoot()
            try row.finish()
            return nil
        } catch {
            if error.kind == .cutOff { keepOpenValue() }
            return error
        }
    }

    private mutating func readRoot() throws(SyntaxFault) {
        try row.cursor.skipBlanks()
        let start = row.cursor.index
        switch (engine.root.records, row.cursor.peek) {
        case (.members, UInt8(ascii: "{")):
            _ = try row.cursor.next()
            open(0, at: start)
            try readMembers()
        case (.positions, UInt8(ascii: "[")):
            _ = try row.cursor.next()
            try readPositions()
        default:
            let slot = engine.root.valueSlot
            (openSlot, openStart) = (slot, start)
            guard let token = try row.cursor.nextValue() else { return }
            if slot != MemberTable.Slot.absent { fields.set(slot, field(of: token)) } else { keep(token, nil, in: 0) }
            openSlot = MemberTable.Slot.unwanted
        }
    }

    private mutating func readPositions() throws(SyntaxFault) {
        let slots = engine.root.positionSlots
        var position = 0
        while true {
            try row.cursor.skipBlanks()
            (openSlot, openStart) = (
                position < slots.count ? slots[position] : MemberTable.Slot.absent, row.cursor.index
            )
            guard let token = try row.cursor.nextValue(), token.kind != .arrayEnd else { break }
            if position < slots.count {
                fields.set(slots[position], field(of: token))
            } else {
                keep(token, nil, in: 0, position: position)
            }
            position += 1
        }
        openSlot = MemberTable.Slot.unwanted
    }

    // MARK: - Members

    private mutating func open(_ group: Int, at start: Int) {
        objectCount += 1
        levels.append(Level(group: group, object: objectCount, start: start))
    }

    private mutating func readMembers() throws(SyntaxFault) {
        while let level = levels.last {
            guard let name = try row.cursor.next() else { return }
            guard name.kind == .name else {
                levels.removeLast()
                endObject(level, at: row.cursor.index, in: levels.last?.group)
                continue
            }
            if isUnread(name) {
                _ = try row.cursor.nextValue()
                continue
            }
            let raw = UnsafeBufferPointer(rebasing: text[name.content(in: text)])
            let member = engine.table.find(raw, hasEscapes: name.hasEscapes, in: level.group)
            if member >= 0 { meet(member, name, in: level) }
            try row.cursor.skipBlanks()
            let start = row.cursor.index
            if row.cursor.peek == UInt8(ascii: "{"), member >= 0, members[member].group != MemberTable.cell {
                _ = try row.cursor.next()
                if try !row.cursor.isEmptyContainer(), members[member].group >= 0 {
                    open(Int(members[member].group), at: start)
                    continue
                }
                let isEmpty = row.cursor.peek == UInt8(ascii: "}")
                try row.cursor.skipContainer()
                let token = JSONToken(kind: .objectStart, range: start..<row.cursor.index)
                if isEmpty { store(token, member, name, in: level.group) } else { keep(token, name, in: level.group) }
                continue
            }
            (openSlot, openStart) = (member >= 0 ? members[member].slot : MemberTable.Slot.absent, start)
            guard let token = try row.cursor.nextValue() else { return }
            openSlot = MemberTable.Slot.unwanted
            store(token, member, name, in: level.group)
        }
    }

    private mutating func isUnread(_ name: JSONToken) -> Bool {
        while nextUnread < unread.count, unread[nextUnread] < name.range.lowerBound { nextUnread += 1 }
        return nextUnread < unread.count && unread[nextUnread] == name.range.lowerBound
    }

    /// Records a repeated member, whose earlier value is replaced.
    private mutating func meet(_ member: Int, _ name: JSONToken, in level: Level) {
        if members[member].object == level.object {
            row.cursor.notes.insert(.duplicateKey, at: name.range.lowerBound)
            duplicates.append(name.range.lowerBound)
            replaced.append(engine.table.lastNames[member])
        }
        members[member].object = level.object
        engine.table.lastNames[member] = name.range.lowerBound
    }

    private mutating func store(_ token: JSONToken, _ member: Int, _ name: JSONToken, in group: Int) {
        let field = field(of: token)
        if member >= 0, members[member].slot >= MemberTable.Slot.unwanted {
            fields.set(members[member].slot, field)
        } else if member < 0 || members[member].slot != MemberTable.Slot.constant
            || !engine.table.isConstant(field, UnsafeBufferPointer(rebasing: text[field.range]))
        {
            keep(token, name, in: group)
        }
    }

    /// Keeps a value without a column: for `(others)`, or to be discovered. `position` is that of an element.
    private mutating func keep(_ value: JSONToken, _ name: JSONToken?, in group: Int, position: Int? = nil) {
        if engine.table.groups[group].cellMember >= 0 { return }
        guard engine.root.hasOthers else {
            hasUnknown = true
            return
        }
        engine.append(OthersPiece(group: group, name: name?.range, value: value.range, position: position))
    }

    /// Sets the field of an object that is a cell as well, in an object of the group `group`.
    private mutating func endObject(_ level: Level, at end: Int, in group: Int?) {
        let member = Int(engine.table.groups[level.group].cellMember)
        guard member >= 0 else { return }
        if members[member].slot >= MemberTable.Slot.unwanted {
            fields.set(members[member].slot, JSONField(kind: .object, start: level.start, end: end))
        } else if let group, engine.root.hasOthers {
            engine.append(OthersPiece(group: group, name: nil, value: level.start..<end, member: member))
        } else {
            hasUnknown = true
        }
    }

    // MARK: - Fields

    private func field(of token: JSONToken) -> JSONField {
        let content = token.content(in: text)
        let kind: JSONField.Kind =
            switch token.kind {
            case .string, .name: token.hasEscapes ? .escapedString : .string
            case .number: numberKind(token.range)
            case .true: .true
            case .false: .false
            case .null: .null
            case .arrayStart, .arrayEnd: .array
            case .objectStart, .objectEnd: .object
            }
        let range = token.kind == .string || token.kind == .name ? content : token.range
        return JSONField(kind: kind, start: range.lowerBound, end: range.upperBound)
    }

    private func numberKind(_ range: Range<Int>) -> JSONField.Kind {
        let bytes = text[range]
        if bytes.contains(where: { $0 == UInt8(ascii: "N") || $0 == UInt8(ascii: "I") }) { return .specialNumber }
        if bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) { return .hexadecimal }
        let isDecimal = bytes.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        return isDecimal ? .decimal : .integer
    }

    /// Sets the field of the value in which the record is cut off, up to the cut.
    private mutating func keepOpenValue() {
        for level in levels { endObject(level, at: text.count, in: nil) }
        if engine.root.records == .positions { openStart = row.cursor.elementStart(from: openStart) }
        guard openStart < text.count else { return }
        if openSlot == MemberTable.Slot.absent && !engine.root.hasOthers { hasUnknown = true }
        guard openSlot >= 0 else { return }
        switch text[openStart] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            fields.set(openSlot, JSONField(kind: .escapedString, start: openStart + 1, end: text.count))
        case UInt8(ascii: "["): fields.set(openSlot, JSONField(kind: .array, start: openStart, end: text.count))
        case UInt8(ascii: "{"): fields.set(openSlot, JSONField(kind: .object, start: openStart, end: text.count))
        default: fields.set(openSlot, JSONField(kind: .invalid, start: openStart, end: text.count))
        }
    }
}
