import Glibc

/// A column tree prepared for looking up the names of records: one for each reader, since it learns their order. It grows with the
/// tree.
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
        var bucketStart: Int32
        var bucketMask: Int32
        var memberCount: Int32 = 0
        /// The node of its objects.
        let node: Int32
        /// The member whose value it is; below 0 of the record's.
        let member: Int32
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
    private static let fewestBuckets: Int32 = 4

    private struct Memory {
        var members = GrowingMemory<Member>()
        var groups = GrowingMemory<Group>()
        var buckets = GrowingMemory<Int32>()
        var followers = GrowingMemory<Int32>()
        var leaders = GrowingMemory<Int32>()
        var lastNames = GrowingMemory<Int>()
        var names = GrowingMemory<UInt8>()

        func deallocate() {
            members.deallocate()
            groups.deallocate()
            buckets.deallocate()
            followers.deallocate()
            leaders.deallocate()
            lastNames.deallocate()
            names.deallocate()
        }
    }

    // In memory of its own, whose accesses need no check.
    private let memory: UnsafeMutablePointer<Memory>
    /// The string that `Slot.constant` represents.
    private(set) var constant: [UInt8] = []
    /// For each group those around it and itself, from the outermost one within the record.
    private var paths: [[Int]] = []
    /// For each node of the tree its member and its group; below 0 where it has none.
    private var (memberOfNode, groupOfNode): ([Int32], [Int32]) = ([], [])

    /// Makes a table of a tree, with the fields of its columns in `slots`.
    ///
    /// - Complexity: O(bytes of the names).
    init(_ tree: ColumnTree, slots: [Int32]) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: Memory())
        for node in tree.nodes.indices {
            append(node, of: tree)
            if let column = tree.nodes[node].column { setSlot(slots[column], of: node) }
        }
    }

    deinit {
        memory.pointee.deallocate()
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    /// Adds the nodes of `tree`, which has grown, and sets the fields of its columns from the number `column` on: these have the
    /// numbers of the columns.
    ///
    /// - Complexity: O(bytes of the new names), on average.
    func grow(to tree: ColumnTree, fromColumn column: Int) {
        for node in memberOfNode.count..<tree.nodes.count { append(node, of: tree) }
        for column in column..<tree.columnCount {
            if case .member(let node) = tree.places[column] { setSlot(Int32(column), of: node) }
        }
    }

    /// The number of nodes of the tree.
    var nodeCount: Int { memberOfNode.count }

    // Each is valid until the table grows.

    var members: UnsafeMutablePointer<Member> {
        @inline(__always) get { memory.pointee.members.base }
    }
    var groups: UnsafeMutablePointer<Group> {
        @inline(__always) get { memory.pointee.groups.base }
    }
    /// For each member the one that followed it in the record before; below 0 where there was none.
    var followers: UnsafeMutablePointer<Int32> {
        @inline(__always) get { memory.pointee.followers.base }
    }
    /// For each group the member that was its first in the record before; below 0 where there was none.
    var leaders: UnsafeMutablePointer<Int32> {
        @inline(__always) get { memory.pointee.leaders.base }
    }
    /// For each member the first byte of its name in its last object, for a `SlowWalk`.
    var lastNames: UnsafeMutablePointer<Int> {
        @inline(__always) get { memory.pointee.lastNames.base }
    }
    /// The bytes of all names.
    private var names: UnsafeMutablePointer<UInt8> {
        @inline(__always) get { memory.pointee.names.base }
    }
    /// Members by the hash of their names, below 0 where there is none.
    private var buckets: UnsafeMutablePointer<Int32> {
        @inline(__always) get { memory.pointee.buckets.base }
    }

    // MARK: - Growing

    private func append(_ node: Int, of tree: ColumnTree) {
        memberOfNode.append(-1)
        groupOfNode.append(-1)
        guard node > 0 else {
            makeGroup(of: node, in: tree)
            return
        }
        let (content, parent) = (tree.nodes[node], tree.nodes[node].parent)
        // The members of cells are not looked up.
        guard tree.nodes[parent].objects != .cell else { return }
        if groupOfNode[parent] < 0, memberOfNode[parent] >= 0 { makeGroup(of: parent, in: tree) }
        guard case let group = Int(groupOfNode[parent]), group >= 0 else { return }
        let number = Int32(memory.pointee.members.count)
        memberOfNode[node] = number
        if let value = content.constant { constant = value }
        let (head, mask) = Self.head(of: content.name)
        memory.pointee.members.append(
            Member(
                head: head, headMask: mask, nameStart: Int32(memory.pointee.names.count),
                nameCount: Int32(content.name.count), slot: content.constant == nil ? Slot.absent : Slot.constant,
                group: content.objects == .cell ? Self.cell : Self.absent, node: Int32(node)))
        memory.pointee.names.append(contentsOf: content.name)
        memory.pointee.lastNames.append(0)
        memory.pointee.followers.append(-1)
        insert(number, in: group)
    }

    private func makeGroup(of node: Int, in tree: ColumnTree) {
        let (number, member) = (memory.pointee.groups.count, memberOfNode[node])
        var group = Group(
            bucketStart: Int32(memory.pointee.buckets.count), bucketMask: Self.fewestBuckets - 1, node: Int32(node),
            member: member)
        if tree.nodes[node].objects == .both { group.cellMember = member }
        memory.pointee.groups.append(group)
        memory.pointee.buckets.append(repeating: -1, count: Int(Self.fewestBuckets))
        memory.pointee.leaders.append(-1)
        groupOfNode[node] = Int32(number)
        guard member >= 0 else {
            paths.append([])
            return
        }
        members[Int(member)].group = Int32(number)
        paths.append(paths[Int(groupOfNode[tree.nodes[node].parent])] + [number])
    }

    /// Enters a member in the buckets of its group, which are at least twice as many as its members.
    private func insert(_ member: Int32, in group: Int) {
        groups[group].memberCount += 1
        let (start, count) = (Int(groups[group].bucketStart), Int(groups[group].bucketMask) + 1)
        guard 2 * Int(groups[group].memberCount) > count else { return put(member, in: group) }
        // The old ones stay behind: all of them together are no more than the new ones.
        groups[group].bucketStart = Int32(memory.pointee.buckets.count)
        groups[group].bucketMask = Int32(2 * count - 1)
        memory.pointee.buckets.append(repeating: -1, count: 2 * count)
        for bucket in start..<start + count where buckets[bucket] >= 0 { put(buckets[bucket], in: group) }
        put(member, in: group)
    }

    private func put(_ member: Int32, in group: Int) {
        let (start, mask) = (Int(groups[group].bucketStart), Int(groups[group].bucketMask))
        var bucket = Int(Self.hash(name(ofMember: Int(member)))) & mask
        while buckets[start + bucket] >= 0 { bucket = (bucket + 1) & mask }
        buckets[start + bucket] = member
    }

    private func setSlot(_ slot: Int32, of node: Int) {
        if case let member = Int(memberOfNode[node]), member >= 0 { members[member].slot = slot }
    }

    // MARK: - Looking up

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
