/// A list of the arrays and objects of a text that arrives in any chunks: the top, and those in members of objects down to a
/// depth of 3. Elements of arrays are examined, but not entered.
struct ContainerList: Sendable {
    struct Entry: Sendable, Hashable {
        let path: RowsPath
        let container: RowContainer
        /// The index in the list of the object that has it as a member, and its position there; nil for the top.
        var parent: Int?
        var position = 0
        /// Kinds of the first rows, `ContainerList.rowLimit` at most.
        var objects = 0
        var arrays = 0
        var scalars = 0
        /// Rows that ended so far.
        var rows = 0
        /// The offset after its closing bracket; nil while it is open.
        var end: Int?

        var isClosed: Bool { end != nil }

        /// The steps from the top.
        var depth: Int { path.steps.count }
    }

    static let depthLimit = 3
    /// The most entries.
    static let limit = 1000
    /// Rows of an array whose kinds are counted.
    static let rowLimit = 1000

    private var walk: ContainerWalk
    private var listing = Listing()

    /// Starts at the first byte of a text, at `offset`.
    init(at offset: Int = 0, isRelaxed: Bool = false) { walk = ContainerWalk(at: offset, isRelaxed: isRelaxed) }

    /// The containers in the order of their first bytes.
    var entries: [Entry] {
        var entries = listing.entries
        for (level, number) in zip(walk.levels, listing.open) { entries[number].rows = level.row }
        return entries
    }

    /// A Boolean value that indicates whether the first value of the text has ended, or is no container.
    var isDone: Bool { walk.isDone }

    /// The offset after the last scanned byte.
    var offset: Int { walk.offset }

    /// Scans the next bytes.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) { walk.scan(bytes, &listing) }
}

private struct Listing: ContainerVisitor, Sendable {
    var entries: [ContainerList.Entry] = []
    /// The entries of the open levels.
    var open: [Int] = []

    mutating func value(
        _ kind: ContainerWalk.Kind, at offset: Int, in levels: [ContainerWalk.Level]
    ) -> ContainerWalk.Decision {
        guard let level = levels.last, let parent = open.last else {
            return enter(kind, at: offset, [], of: nil, 0) ?? .stop
        }
        switch kind {
        case .object: entries[parent].objects += 1
        case .array: entries[parent].arrays += 1
        case .scalar: entries[parent].scalars += 1
        }
        if level.form == .elements { return level.row + 1 < ContainerList.rowLimit ? .skip : .skipRest }
        guard kind != .scalar, levels.count <= ContainerList.depthLimit, entries.count < ContainerList.limit else {
            return .skip
        }
        let steps = entries[parent].path.steps + [.member(MemberName(raw: level.rawName))]
        return enter(kind, at: offset, steps, of: parent, level.row) ?? .skip
    }

    private mutating func enter(
        _ kind: ContainerWalk.Kind, at offset: Int, _ steps: [RowsPath.Step], of parent: Int?, _ position: Int
    ) -> ContainerWalk.Decision? {
        guard let container = RowContainer(kind, at: offset) else { return nil }
        open.append(entries.count)
        entries.append(
            ContainerList.Entry(path: RowsPath(steps), container: container, parent: parent, position: position))
        return .enter
    }

    mutating func end(of levels: [ContainerWalk.Level], at offset: Int) -> Bool {
        guard let number = open.popLast(), let level = levels.last else { return false }
        entries[number].rows = level.row
        entries[number].end = offset
        return true
    }
}
