import Tabular

/// A reader of wanted members, row by row: from the values of the base's columns, and from members of these.
struct RowExpander {
    /// The origin of a lane's values.
    private struct Link {
        let expansion: Int
        let root: Int
        /// The expanded member; nil for a column of the base.
        var parent: (lane: Int, place: Int)?
    }

    private let form: JSONField.TextForm
    private(set) var lanes: [ExpansionLane] = []
    private var links: [Link] = []
    private var positions: [Expansion.Origin: (lane: Int, place: Int)] = [:]

    /// Makes a reader of the members among `wanted`.
    init(_ set: ExpansionSet, _ wanted: [Expansion.Origin], form: JSONField.TextForm) {
        self.form = form
        var places = [[Int]?](repeating: nil, count: set.expansions.count)
        var seen: Set<Expansion.Origin> = []
        for origin in wanted {
            var next = origin
            while case .member(let expansion, let place) = next, seen.insert(next).inserted {
                places[expansion, default: []].append(place)
                next = set.expansions[expansion].parent
            }
        }
        addLanes(set, places)
    }

    /// Makes a reader of all members.
    init(_ set: ExpansionSet) {
        form = .value
        addLanes(set, set.expansions.map { Array(0..<$0.tree.columnCount) })
    }

    private mutating func addLanes(_ set: ExpansionSet, _ places: [[Int]?]) {
        for (index, expansion) in set.expansions.enumerated() {
            guard let wanted = places[index] else { continue }
            let lane = lanes.count
            lanes.append(ExpansionLane(expansion.tree, wanted: wanted))
            links.append(Link(expansion: index, root: expansion.root, parent: positions[expansion.parent]))
            for (position, place) in wanted.enumerated() {
                positions[.member(expansion: index, place: place)] = (lane, position)
            }
        }
    }

    /// The lane and index of a wanted member.
    func position(of origin: Expansion.Origin) -> (lane: Int, place: Int)? { positions[origin] }

    /// The lane that reads a column of the base.
    func lane(ofBase column: Int) -> Int? {
        links.firstIndex { $0.root == column && $0.parent == nil }
    }

    /// The columns of the base that are read.
    var roots: [Int] { links.filter { $0.parent == nil }.map(\.root) }

    /// The lanes that read these, in the same order.
    var rootLanes: [Int] { links.indices.filter { links[$0].parent == nil } }

    /// The expansion that a lane reads.
    func expansion(of lane: Int) -> Int { links[lane].expansion }

    /// Begins the next value of a column of the base.
    mutating func beginValue(in lane: Int) { lanes[lane].text.removeAll(keepingCapacity: true) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, to lane: Int) {
        lanes[lane].text.append(contentsOf: bytes)
    }

    /// Reads the value of a column of the base, and its members that are expanded too.
    mutating func read(_ lane: Int, _ state: CellState) {
        lanes[lane].read(state)
        let root = links[lane].root
        for child in lanes.indices.dropFirst(lane + 1) {
            guard links[child].root == root, let parent = links[child].parent else { continue }
            var text: [UInt8] = []
            swap(&text, &lanes[child].text)
            text.removeAll(keepingCapacity: true)
            let info = lanes[parent.lane].append(at: parent.place, form == .json ? .json : .value, to: &text)
            swap(&text, &lanes[child].text)
            lanes[child].read(info.state)
        }
    }

    /// Appends the text of a wanted member to `bytes`, and returns its state and kind.
    func append(_ position: (lane: Int, place: Int), to bytes: inout [UInt8]) -> CellInfo {
        lanes[position.lane].append(at: position.place, form, to: &bytes)
    }

    /// Adopts the values of the base's columns from `other`, to be read again.
    mutating func takeValues(of other: RowExpander) {
        for lane in lanes.indices where links[lane].parent == nil {
            if let same = other.lane(ofBase: links[lane].root) { lanes[lane].text = other.lanes[same].text }
        }
    }
}

extension [[Int]?] {
    fileprivate subscript(index: Int, default value: [Int]) -> [Int] {
        get { self[index] ?? value }
        set { self[index] = newValue }
    }
}
