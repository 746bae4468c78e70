/// A member that has no column of its own, where it lies in its record's text; or several, with only commas between them.
///
/// A record may have a million of them: all numbers are short.
struct OthersPiece: Sendable, Hashable {
    private static let none = UInt32.max

    private let groupNumber: Int32
    /// The number of a member; from -2 down that of a position.
    private let memberNumber: Int32
    private let nameStart: UInt32
    private let nameEnd: UInt32
    private let valueStart: UInt32
    private var valueEnd: UInt32

    init(group: Int, name: Range<Int>?, value: Range<Int>, member: Int? = nil, position: Int? = nil) {
        (groupNumber, memberNumber) = (Int32(group), Int32(member ?? position.map { -2 - $0 } ?? -1))
        (nameStart, nameEnd) = (UInt32(name?.lowerBound ?? Int(Self.none)), UInt32(name?.upperBound ?? Int(Self.none)))
        (valueStart, valueEnd) = (UInt32(value.lowerBound), UInt32(value.upperBound))
    }

    /// Its object, by the number in the reader's table.
    var group: Int { Int(groupNumber) }
    /// With quotes; nil of elements of arrays, and of members of the reader's table. Of several members that of the first.
    var name: Range<Int>? { nameStart == Self.none ? nil : Int(nameStart)..<Int(nameEnd) }
    /// The value; of several members from the first value to the end of the last.
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    /// The member of the table whose value it is; nil of others.
    var member: Int? { memberNumber < 0 ? nil : Int(memberNumber) }
    /// The position in its record of an element of an array; nil of others.
    var position: Int? { memberNumber < -1 ? -2 - Int(memberNumber) : nil }

    /// Adds a member of the same object where `isNext` returns true for the end of the last value and the beginning of the
    /// name: only a comma is between them. Returns false, without adding it, for others.
    mutating func add(_ next: OthersPiece, _ isNext: (Int, Int) -> Bool) -> Bool {
        guard nameStart != Self.none, next.nameStart != Self.none, groupNumber == next.groupNumber,
            isNext(Int(valueEnd), Int(next.nameStart))
        else { return false }
        valueEnd = next.valueEnd
        return true
    }
}

extension FieldEngine {
    /// The length from which on memory is reserved for the text of the others, in bytes.
    private static let longOthers = 1 << 16

    /// Appends the members that have no column of their own, as one object; of an array its elements, as members where the text
    /// declares names of columns.
    ///
    ///     {"a": 1, "b": {"c": 2, "d": 3}}     without a column for c and d: {"b":{"c":2,"d":3}}
    ///     [1, 2, 3]                           without a column from 2 on: [2,3], or {"b":2,"c":3}
    ///
    /// `note` receives the name, if it has one, and the value of each, and the index in `bytes` where that begins.
    func appendOthers(
        of record: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], _ note: ((Range<Int>, Int) -> Void)? = nil
    ) {
        let others = findings.others
        // Grown by doubling it, their memory would be twice as large for a moment.
        let length = others.reduce(0) { $0 + $1.value.count + ($1.name?.count ?? 0) + 2 }
        if length >= Self.longOthers { bytes.reserveCapacity(bytes.count + length + Self.longOthers) }
        let areNamed = elementNames.areDeclared
        let isArray =
            others.first.map { $0.name == nil && $0.member == nil && !(areNamed && $0.position != nil) } ?? false
        bytes.append(UInt8(ascii: isArray ? "[" : "{"))
        var open: [Int] = []
        var isFirst = true
        for piece in others {
            let path = table.path(to: piece.group)
            let common = zip(open, path).prefix { $0 == $1 }.count
            for _ in common..<open.count { bytes.append(UInt8(ascii: "}")) }
            if open.count > common { isFirst = false }
            for group in path[common...] {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                StringText.encode(table.name(ofGroup: group), into: &bytes)
                bytes += Array(":{".utf8)
                isFirst = true
            }
            open = path
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            if let name = piece.name {
                note?(name, bytes.count)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: record[name]))
                bytes.append(UInt8(ascii: ":"))
            } else if let member = piece.member {
                StringText.encode(table.name(ofMember: member), into: &bytes)
                bytes.append(UInt8(ascii: ":"))
            } else if areNamed, let position = piece.position {
                StringText.encode(elementNames.name(ofPosition: position).utf8, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
            }
            note?(piece.value, bytes.count)
            NestedText.compact(UnsafeBufferPointer(rebasing: record[piece.value]), into: &bytes)
        }
        for _ in open { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: isArray ? "]" : "}"))
    }

    /// The index in `record` of a byte of that text; where it is of no member, that of the first member.
    func indexInOthers(ofByte byte: Int, of record: UnsafeBufferPointer<UInt8>) -> Int? {
        var (text, first, last) = ([UInt8](), Int?.none, (range: 0..<0, start: 0))
        appendOthers(of: record, to: &text) { range, start in
            first = first ?? range.lowerBound
            if start <= byte { last = (range, start) }
        }
        let index = NestedText.index(ofByte: byte - last.start, in: UnsafeBufferPointer(rebasing: record[last.range]))
        return last.range.isEmpty || index >= last.range.count ? first : last.range.lowerBound + index
    }
}
