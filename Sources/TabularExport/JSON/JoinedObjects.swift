import Tabular

/// Joins two objects of one record: the members of its columns and those that are elsewhere.
enum JoinedObjects {
    /// Levels of objects within others that are joined with those of columns: more than records have.
    private static let levelsOfOthers = 64

    /// Returns the text of `record` with the members of `others`, which are in no column: behind those of their objects.
    ///
    ///     record                  others                added
    ///     {"id":7,"b":{"c":1}}    {"b":{"d":2},"x":3}   {"id":7,"b":{"c":1,"d":2},"x":3}
    ///     {}                      [5]                   5: the record is no object
    ///
    /// Others that are no object, or disagree with the record, are one member.
    ///
    /// - Complexity: O(bytes).
    static func added(_ others: UnsafeBufferPointer<UInt8>, to record: [UInt8]) -> [UInt8] {
        if let joined = record.withUnsafeBufferPointer({ joined($0, others, levels: levelsOfOthers) }) { return joined }
        if others.first == UInt8(ascii: "["), record.elementsEqual("{}".utf8) {
            return Array(others.dropFirst().dropLast())
        }
        // A record that is a value has no members.
        guard record.first == UInt8(ascii: "{"), record.last == UInt8(ascii: "}") else { return record }
        let separator = record.elementsEqual("{}".utf8) ? "" : ","
        return record.dropLast() + Array("\(separator)\"(others)\":".utf8) + others + [UInt8(ascii: "}")]
    }

    /// Returns true where `others` has members of other names than the object `record`, which has some, and no spaces around them:
    /// its members can follow those of the record as they are.
    ///
    /// - Complexity: O(bytes); memory for the names of the record.
    static func areApart(_ record: [UInt8], _ others: UnsafeBufferPointer<UInt8>) -> Bool {
        let names: Set<[UInt8]>? = record.withUnsafeBufferPointer { record in
            JSONScanner.members(of: record).map { Set($0.map { name($0, in: record) }) }
        }
        guard let names, !names.isEmpty, record.last == UInt8(ascii: "}") else { return false }
        var (end, areApart) = (0, true)
        let isObject = JSONScanner.forEachMember(of: others) { member in
            areApart = areApart && member.range.lowerBound == end + 1 && !names.contains(name(member, in: others))
            end = member.range.upperBound
        }
        return isObject && areApart && end > 0 && end + 1 == others.count
    }

    /// Returns the object with all members of two, or nil where one of them is no object, or the two disagree on a member.
    ///
    ///     members              whole                            joined
    ///     {"type":"Point"}     {"type": "Point", "at": [1,2]}   {"type": "Point", "at": [1,2]}
    ///     {"id":7}             {"rest": 1}                      {"id":7,"rest": 1}
    ///     {"b":{"c":1}}        {"b":{"d":2}}                    {"b":{"c":1,"d":2}} with 2 levels, else none
    ///     {"id":7}             {"id": 8, "rest": 1}             none
    ///
    /// Where `whole` has all the members already, it stays byte for byte. Otherwise the members come first. Members agree if they
    /// are equal except for spaces between their tokens and the escapes in strings, or if both are objects that agree, as deep as
    /// `levels`.
    ///
    /// - Complexity: O(bytes); memory for the names of `members`, which are few.
    static func joined(
        _ members: UnsafeBufferPointer<UInt8>, _ whole: UnsafeBufferPointer<UInt8>, levels: Int = 1
    ) -> [UInt8]? {
        guard levels > 0, let own = JSONScanner.members(of: members) else { return nil }
        let names = own.map { name($0, in: members) }
        var same = Dictionary(names.map { ($0, [Range<Int>]()) }) { first, _ in first }
        // The members that only `whole` has, those without spaces between them in one range.
        var rest: [Range<Int>] = []
        let isObject = JSONScanner.forEachMember(of: whole) { member in
            if own.isEmpty || same[name(member, in: whole)]?.append(member.value) != nil { return }
            if let last = rest.last, last.upperBound + 1 == member.range.lowerBound {
                rest[rest.count - 1] = last.lowerBound..<member.range.upperBound
            } else {
                rest.append(member.range)
            }
        }
        guard isObject else { return nil }
        var (joined, isInside, isRepeated) = ([UInt8(ascii: "{")], true, false)
        for (member, name) in zip(own, names) {
            if joined.count > 1 { joined.append(UInt8(ascii: ",")) }
            let (value, values) = (members[member.value], same[name] ?? [])
            // Of duplicate members, the last one counts.
            guard let last = values.last, !areSame(value, whole[last]) else {
                isInside = isInside && !values.isEmpty
                isRepeated = isRepeated || !values.allSatisfy { areSame(value, whole[$0]) }
                joined += members[member.range]
                continue
            }
            var both = Array(value)
            for value in values {
                let other = UnsafeBufferPointer(rebasing: whole[value])
                guard let next = both.withUnsafeBufferPointer({ Self.joined($0, other, levels: levels - 1) }) else {
                    return nil
                }
                both = next
            }
            isInside = false
            joined += members[member.key]
            joined.append(UInt8(ascii: ":"))
            joined += both
        }
        if isInside { return Array(whole) }
        if isRepeated { return nil }
        joined.reserveCapacity(joined.count + rest.reduce(1) { $0 + 1 + $1.count })
        for range in rest {
            if joined.count > 1 { joined.append(UInt8(ascii: ",")) }
            joined += whole[range]
        }
        joined.append(UInt8(ascii: "}"))
        return joined
    }

    private static func name(_ member: JSONScanner.Member, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let key = text[member.key]
        return key.contains(UInt8(ascii: "\\")) ? JSONText.text(ofString: key) : Array(key.dropFirst().dropLast())
    }

    private static func areSame(
        _ one: Slice<UnsafeBufferPointer<UInt8>>, _ other: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool { one.elementsEqual(other) || plain(Array(one)[...]) == plain(Array(other)[...]) }

    /// Returns the JSON text `text` without spaces between its tokens, and with uniform escapes in strings.
    static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = text
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                let token = rest.prefix(stringLength(rest))
                JSONText.text(ofString: token).withUnsafeBufferPointer { JSONText.quote($0, into: &plain) }
                rest = rest.dropFirst(token.count)
            } else {
                if byte > 0x20 { plain.append(byte) }
                rest.removeFirst()
            }
        }
        return plain
    }

    /// Returns the length of the string at the beginning of `text`, including quotes.
    private static func stringLength(_ text: ArraySlice<UInt8>) -> Int {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1 - text.startIndex
    }
}
