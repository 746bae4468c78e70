import Glibc

/// A column tree prepared for looking up the names of records: one for each reader, since it learns their order.
final class MemberTable {
    /// A name in a group.
    struct Member {
        /// The first bytes of the name, the first in the lowest bits, and ones where they have any.
        var head: UInt64
        var headMask: UInt64
        var nameStart: Int32
        var nameCount: Int32
        /// The field for cells.
        var slot: Int32
        /// The group of its objects; below 0 where they are cells, or have no column yet.
        var group: Int32
        /// The number of the last object that had it.
        var object = 0
        let node: Int32
    }

    struct Group {
        /// Its part of `buckets`, whose length is a power of 2.
        var bucketStart: Int32 = 0
        var bucketMask: Int32 = 0
        /// The node of its objects.
        let node: Int32
        /// The member whose value it is; below 0 of the record's.
        var member: Int32 = -1
        /// The same where it is a cell too; below 0 where it is not.
        var cellMember: Int32 = -1
    }

    /// The field of a column.
    enum Slot {
        static let unwanted: Int32 = -1
        /// There is no column.
        static let absent: Int32 = -2
        /// The same, and the constant needs none.
        static let constant: Int32 = -3
    }

    /// The group of objects that are cells, and of those that have no column yet.
    static let cell: Int32 = -1
    static let absent: Int32 = -2

    let members: UnsafeMutablePointer<Member>
    let groups: UnsafeMutablePointer<Group>
    /// Members by the hash of their names, below 0 where there is none.
    let buckets: UnsafeMutablePointer<Int32>
    /// For each member the one that followed it in the record before, then for each group the one that was its first; below 0
    /// where there was none.
    let predictions: UnsafeMutablePointer<Int32>
    /// For each member the first byte of its name in its last object, for a `SlowWalk`.
    let lastNames: UnsafeMutablePointer<Int>
    /// The bytes of all names.
    let names: UnsafeMutablePointer<UInt8>
    let memberCount: Int
    let groupCount: Int
    /// The string that `Slot.constant` represents.
    private(set) var constant: [UInt8] = []
    /// For each group those around it and itself, from the outermost one within the record.
    private var paths: [[Int]]

    /// Makes a table of a tree, with the fields of its columns in `slots`.
    init(_ tree: ColumnTree, slots: [Int32]) {
        var (builtMembers, builtGroups, builtBuckets) = ([Member](), [Group](), [Int32]())
        var builtNames: [UInt8] = []
        var groupOfNode = [Int32](repeating: Self.absent, count: tree.nodes.count)
        for (node, content) in tree.nodes.enumerated()
        where node == 0 || content.objects != .cell && !content.children.isEmpty {
            groupOfNode[node] = Int32(builtGroups.count)
            builtGroups.append(Group(node: Int32(node)))
        }
        paths = [[Int]](repeating: [], count: builtGroups.count)
        for parent in builtGroups.indices {
            let children = tree.nodes[Int(builtGroups[parent].node)].children
            var capacity = 4
            while capacity < 2 * children.count { capacity *= 2 }
            builtGroups[parent].bucketStart = Int32(builtBuckets.count)
            builtGroups[parent].bucketMask = Int32(capacity - 1)
            builtBuckets += [Int32](repeating: -1, count: capacity)
            for child in children {
                let node = tree.nodes[child]
                let number = Int32(builtMembers.count)
                var slot = node.column.map { slots[$0] } ?? Slot.absent
                if let value = node.constant, node.column == nil { (slot, constant) = (Slot.constant, value) }
                let group = node.objects == .cell ? Self.cell : groupOfNode[child]
                let (head, mask) = Self.head(of: node.name)
                builtMembers.append(
                    Member(
                        head: head, headMask: mask, nameStart: Int32(builtNames.count),
                        nameCount: Int32(node.name.count),
                        slot: slot, group: group, node: Int32(child)))
                builtNames += node.name
                if case let group = Int(groupOfNode[child]), group >= 0 {
                    builtGroups[group].member = number
                    if node.objects == .both { builtGroups[group].cellMember = number }
                    paths[group] = paths[parent] + [group]
                }
                var bucket = Int(Self.hash(node.name)) & (capacity - 1)
                while builtBuckets[Int(builtGroups[parent].bucketStart) + bucket] >= 0 {
                    bucket = (bucket + 1) & (capacity - 1)
                }
                builtBuckets[Int(builtGroups[parent].bucketStart) + bucket] = number
            }
        }
        (memberCount, groupCount) = (builtMembers.count, builtGroups.count)
        members = Self.allocate(builtMembers)
        groups = Self.allocate(builtGroups)
        buckets = Self.allocate(builtBuckets)
        names = Self.allocate(builtNames)
        lastNames = Self.allocate([Int](repeating: 0, count: builtMembers.count))
        predictions = Self.allocate([Int32](repeating: -1, count: builtMembers.count + builtGroups.count))
    }

    deinit {
        members.deallocate()
        groups.deallocate()
        buckets.deallocate()
        names.deallocate()
        predictions.deallocate()
        lastNames.deallocate()
    }

    private static func allocate<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, values.count))
        values.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { memory.initialize(from: base, count: source.count) }
        }
        return memory
    }

    /// The first eight bytes of a name, and ones where they have any.
    private static func head(of name: [UInt8]) -> (UInt64, UInt64) {
        var (head, mask): (UInt64, UInt64) = (0, 0)
        for (index, byte) in name.prefix(8).enumerated() {
            head |= UInt64(byte) << UInt64(8 * index)
            mask |= 0xFF << UInt64(8 * index)
        }
        return (head, mask)
    }

    @inline(__always)
    static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 15
    }

    /// The member of a name by its bytes; below 0 where the group has none.
    func find(_ raw: UnsafeBufferPointer<UInt8>, hasEscapes: Bool, in group: Int) -> Int {
        guard hasEscapes else { return find(raw, in: group) }
        var name: [UInt8] = []
        StringText.decode(raw, keepingSurrogates: true, into: &name)
        return name.withUnsafeBufferPointer { find($0, in: group) }
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>, in group: Int) -> Int {
        let (start, mask) = (Int(groups[group].bucketStart), Int(groups[group].bucketMask))
        var bucket = Int(Self.hash(name)) & mask
        while case let member = Int(buckets[start + bucket]), member >= 0 {
            if isName(member, name) { return member }
            bucket = (bucket + 1) & mask
        }
        return -1
    }

    /// Returns true where `name` is that of a member.
    func isName(_ member: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = name.baseAddress, Int(members[member].nameCount) == name.count else {
            return name.isEmpty && members[member].nameCount == 0
        }
        return memcmp(base, names + Int(members[member].nameStart), name.count) == 0
    }

    /// The groups around `group` in the record's, from the outermost one, and itself.
    func path(to group: Int) -> [Int] { paths[group] }

    /// The bytes of the name of a group.
    func name(ofGroup group: Int) -> UnsafeBufferPointer<UInt8> {
        name(ofMember: Int(groups[group].member))
    }

    /// The bytes of the name of a member.
    func name(ofMember member: Int) -> UnsafeBufferPointer<UInt8> {
        let member = members[member]
        return UnsafeBufferPointer(start: names + Int(member.nameStart), count: Int(member.nameCount))
    }

    /// Returns true where a field is the constant that needs no column.
    func isConstant(_ field: JSONField, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        field.kind == .string && text.elementsEqual(constant)
    }
}
