/// Joins two texts of one object: the whole object in one column, and the object built from the columns of its members.
enum JoinedObjects {
    /// Returns one object with all members of both, or nil where `whole` is not an object or the two disagree on a member.
    ///
    ///     whole                            members        joined
    ///     {"type": "Point", "at": [1,2]}   {"type":"Point"}   {"type": "Point", "at": [1,2]}
    ///     {"rest": 1}                      {"id":7}           {"id":7,"rest": 1}
    ///     {"id": 8, "rest": 1}             {"id":7}           none
    ///
    /// An object that has all the members already stays byte for byte. Otherwise the members come first. Members agree if they
    /// are equal except for spaces between their tokens and the escapes in strings.
    ///
    /// - Complexity: O(bytes).
    static func joined(_ whole: some Collection<UInt8>, _ members: [UInt8]) -> [UInt8]? {
        let whole = Array(whole)
        let (all, added) = whole.withUnsafeBufferPointer { whole in
            members.withUnsafeBufferPointer { (JSONScanner.members(of: whole), JSONScanner.members(of: $0)) }
        }
        guard let all, let added else { return nil }
        let places = Dictionary(grouping: all.indices) { JSONText.text(ofString: whole[all[$0].key]) }
        var (isInside, isRepeated) = (true, false)
        var taken: Set<Int> = []
        for member in added {
            guard let same = places[JSONText.text(ofString: members[member.key])], let last = same.last else {
                isInside = false
                continue
            }
            func agrees(_ place: Int) -> Bool { areSame(whole[all[place].value], members[member.value]) }
            // Of duplicate members, the last one counts.
            guard agrees(last) else { return nil }
            isRepeated = isRepeated || !same.allSatisfy(agrees)
            taken.formUnion(same)
        }
        if isInside { return whole }
        if isRepeated { return nil }
        var joined = Array(members.dropLast())
        for (index, member) in all.enumerated() where !taken.contains(index) {
            joined.append(UInt8(ascii: ","))
            joined += whole[member.range]
        }
        return joined + [UInt8(ascii: "}")]
    }

    private static func areSame(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        one.elementsEqual(other) || plain(one) == plain(other)
    }

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
