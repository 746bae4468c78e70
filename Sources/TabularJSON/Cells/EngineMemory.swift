import CScan

/// The memory of a `FieldEngine`, and of the engine in its place when columns are added.
final class EngineMemory {
    struct State {
        var filledCount = 0
        /// Objects read so far, in all records.
        var objectCount = 0
        /// Bytes of the slow walks so far.
        var walkedBytes = 0
        /// Nodes of trees that were prepared so far.
        var preparedNodes = 0
        var findings = RecordFindings()
        var endsEarly = false
    }

    /// Tokens found at once.
    static let tokenRoom = 2_048

    /// The most fields.
    let capacity: Int
    let fields: UnsafeMutablePointer<JSONField>
    /// Fields that have a value, by number.
    let filled: UnsafeMutablePointer<Int32>
    let tokens: UnsafeMutablePointer<UInt32>
    let levels: UnsafeMutablePointer<RecordWalk.Level>
    let state: UnsafeMutablePointer<State>

    /// Makes memory for `count` fields, which are empty.
    init(fields count: Int) {
        capacity = max(1, count)
        fields = .allocate(capacity: capacity)
        fields.initialize(repeating: JSONField(), count: capacity)
        filled = .allocate(capacity: capacity)
        // A word of 64 tokens may be written after the last.
        tokens = .allocate(capacity: Self.tokenRoom + Int(CSCAN_TOKEN_ROOM))
        levels = .allocate(capacity: ColumnTree.depthLimit + 2)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    /// Makes memory for `count` fields and as many more, with the counts of `other`, whose fields are empty.
    convenience init(_ other: EngineMemory, fields count: Int) {
        self.init(fields: 2 * count)
        state.pointee = other.state.pointee
    }

    deinit {
        fields.deallocate()
        filled.deallocate()
        tokens.deallocate()
        levels.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }
}
