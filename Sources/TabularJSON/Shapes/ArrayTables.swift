/// The tables of a text that is one object: its arrays of objects, down to a depth, and what is beside them.
struct ArrayTables {
    /// The name of the table of the top's own members among others.
    static let topName = "(top level)"

    private let entries: [ContainerList.Entry]

    /// Examines the arrays and objects of the text.
    init(_ entries: [ContainerList.Entry]) { self.entries = entries }

    /// One for each array of objects, and one for the other members where there are several arrays; none without arrays.
    var plans: [TablePlan] {
        let arrays = entries.filter(\.holdsObjects)
        guard let top = entries.first, arrays.count > 1 else { return arrays.map { TablePlan($0) } }
        return arrays.map { TablePlan($0) } + others(of: top)
    }

    /// The table of the members of `top` that are in no table of their own; none where there are no such members.
    private func others(of top: ContainerList.Entry) -> [TablePlan] {
        let omitted = OmittedMembers(tabulatedMembers)
        // Members after the listed ones are not known.
        guard !top.isClosed || omitted.positions.count < top.rows else { return [] }
        var others = TablePlan(top, columns: .pairs)
        (others.name, others.omitted) = (Self.topName, omitted)
        return [others]
    }

    /// The positions of the members of the top whose contents are all in tables: arrays of objects, and objects that contain
    /// only such members.
    private var tabulatedMembers: [Int] {
        var tabulated = Array(repeating: 0, count: entries.count)
        var positions: [Int] = []
        // Members come after their objects.
        for (number, entry) in entries.enumerated().reversed() {
            let isObject = entry.container.form == .members && entry.isClosed && entry.rows > 0
            guard let parent = entry.parent, entry.holdsObjects || isObject && tabulated[number] == entry.rows else {
                continue
            }
            tabulated[parent] += 1
            if parent == 0 { positions.append(entry.position) }
        }
        return positions.reversed()
    }
}

extension TablePlan {
    /// The table of `entry`, whose columns are found by its first rows where none are given.
    init(_ entry: ContainerList.Entry, columns: Columns? = nil) {
        self.init(
            name: entry.path.name, path: entry.path, form: entry.container.form, start: entry.container.start,
            columns: columns ?? entry.columns)
    }
}

extension ContainerList.Entry {
    /// A Boolean value that indicates whether it is an array, most of whose elements are objects.
    var holdsObjects: Bool {
        container.form == .elements && objects > 0 && objects >= arrays + scalars && depth > 0
    }

    /// The columns of its rows.
    var columns: TablePlan.Columns {
        guard container.form == .members else { return .records }
        let count = objects + arrays + scalars
        return count > 1 && objects * 5 >= count * 4 ? .keyed : .pairs
    }
}
