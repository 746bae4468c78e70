/// Puts members that have no column of their own back into their records.
enum OtherMembers {
    /// Objects within others that are joined, at most: more than records have.
    private static let depthLimit = 64

    /// Returns the text of `record` with the members of `others`, which are in no column: behind those of their objects.
    ///
    ///     record                  others                added
    ///     {"id":7,"b":{"c":1}}    {"b":{"d":2},"x":3}   {"id":7,"b":{"c":1,"d":2},"x":3}
    ///     {}                      [5]                   5: the record is no object
    ///
    /// Others that are no object, since their source is not JSON by the standard, are one member.
    ///
    /// - Complexity: O(bytes).
    static func added(_ others: [UInt8], to record: [UInt8]) -> [UInt8] {
        if let joined = joined(record[...], others[...], depth: 0) { return joined }
        if others.first == UInt8(ascii: "["), record.elementsEqual("{}".utf8) {
            return Array(others.dropFirst().dropLast())
        }
        // A record that is a value has no members.
        guard record.first == UInt8(ascii: "{"), record.last == UInt8(ascii: "}") else { return record }
        let separator = record.elementsEqual("{}".utf8) ? "" : ","
        return record.dropLast() + Array("\(separator)\"(others)\":".utf8) + others + [UInt8(ascii: "}")]
    }

    /// The object with the members of two; nil where one of them is none.
    private static func joined(_ object: ArraySlice<UInt8>, _ others: ArraySlice<UInt8>, depth: Int) -> [UInt8]? {
        guard depth < depthLimit, let added = members(of: others) else { return nil }
        // Only objects may be in both.
        let nested = added.filter { others[$0.value].first == UInt8(ascii: "{") }
        var places: [[UInt8]: JSONScanner.Member] = [:]
        for member in nested { places[JSONText.text(ofString: others[member.key])] = member }
        var (joined, isFirst, taken): ([UInt8], Bool, Set<Int>) = ([UInt8(ascii: "{")], true, [])
        func begin() {
            if !isFirst { joined.append(UInt8(ascii: ",")) }
            isFirst = false
        }
        if places.isEmpty {
            guard object.first == UInt8(ascii: "{"), object.last == UInt8(ascii: "}") else { return nil }
            joined = Array(object.dropLast())
            isFirst = joined.dropFirst().allSatisfy { $0 <= 0x20 }
        } else {
            guard let own = members(of: object) else { return nil }
            for member in own {
                begin()
                guard object[member.value].first == UInt8(ascii: "{"),
                    let other = places[JSONText.text(ofString: object[member.key])],
                    let both = Self.joined(object[member.value], others[other.value], depth: depth + 1)
                else {
                    joined += object[member.range]
                    continue
                }
                joined += object[member.key] + [UInt8(ascii: ":")] + both
                taken.insert(other.range.lowerBound)
            }
        }
        for member in added where !taken.contains(member.range.lowerBound) {
            begin()
            joined += others[member.range]
        }
        return joined + [UInt8(ascii: "}")]
    }

    /// The members of the object in `text`, by their places there; nil where it is none.
    private static func members(of text: ArraySlice<UInt8>) -> [JSONScanner.Member]? {
        let start = text.startIndex
        return text.withUnsafeBufferPointer { JSONScanner.members(of: $0) }?.map { member in
            JSONScanner.Member(
                key: member.key.lowerBound + start..<member.key.upperBound + start,
                value: member.value.lowerBound + start..<member.value.upperBound + start)
        }
    }
}
