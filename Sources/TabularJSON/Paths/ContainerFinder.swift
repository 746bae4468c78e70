/// A search for the array or object at a path, in a text that arrives in any chunks.
///
/// Of members with the same name the first counts: the others may be far away.
struct ContainerFinder: Sendable {
    enum Outcome: Sendable, Hashable {
        case found(RowContainer)
        /// Nothing at the path has rows; so many of its steps exist.
        case missing(foundSteps: Int)
    }

    private var walk: ContainerWalk
    private var search: Search

    /// Starts at the first byte of a text, at `offset`.
    init(_ path: RowsPath, at offset: Int = 0, isRelaxed: Bool = false) {
        walk = ContainerWalk(at: offset, isRelaxed: isRelaxed)
        search = Search(steps: path.steps)
    }

    /// The answer; nil while more bytes are needed.
    var outcome: Outcome? { search.outcome }

    /// The offset after the last scanned byte.
    var offset: Int { walk.offset }

    /// Scans the next bytes, until there is an outcome.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) { walk.scan(bytes, &search) }

    /// The outcome if the text ends here.
    func finish() -> Outcome { search.outcome ?? .missing(foundSteps: search.foundSteps) }
}

/// An array or object whose elements or members are rows.
struct RowContainer: Sendable, Hashable {
    /// `elements` or `members`.
    var form: RowForm
    /// The offset after its opening bracket.
    var start: Int

    init?(_ kind: ContainerWalk.Kind, at offset: Int) {
        guard kind != .scalar else { return nil }
        form = kind == .array ? .elements : .members
        start = offset + 1
    }
}

private struct Search: ContainerVisitor, Sendable {
    let steps: [RowsPath.Step]
    var foundSteps = 0
    var outcome: ContainerFinder.Outcome?

    init(steps: [RowsPath.Step]) { self.steps = steps }

    mutating func value(
        _ kind: ContainerWalk.Kind, at offset: Int, in levels: [ContainerWalk.Level]
    ) -> ContainerWalk.Decision {
        if let level = levels.last {
            guard isOnTheWay(level, steps[levels.count - 1]) else { return .skip }
            foundSteps = levels.count
        }
        if foundSteps < steps.count {
            switch (steps[foundSteps], kind) {
            case (.member, .object), (.element, .array): return .enter
            default: outcome = .missing(foundSteps: foundSteps)
            }
        } else {
            outcome = RowContainer(kind, at: offset).map { .found($0) } ?? .missing(foundSteps: foundSteps)
        }
        return .stop
    }

    private func isOnTheWay(_ level: ContainerWalk.Level, _ step: RowsPath.Step) -> Bool {
        switch step {
        case .element(let position): level.row == position
        case .member(let name):
            level.rawName == name.bytes || (isEncoded(level) && MemberName(raw: level.rawName) == name)
        }
    }

    /// A Boolean value that indicates whether a name may differ from its bytes in the text.
    private func isEncoded(_ level: ContainerWalk.Level) -> Bool {
        level.rawName.contains { $0 == UInt8(ascii: "\\") || $0 >= 0x80 }
    }

    mutating func end(of levels: [ContainerWalk.Level], at offset: Int) -> Bool {
        outcome = .missing(foundSteps: levels.count - 1)
        return false
    }
}
