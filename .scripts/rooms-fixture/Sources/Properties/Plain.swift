/// What properties of one line each store: 6.
struct Plain {
    let first: Int
    var second = 1, third: [Int: String] = [:], fourth: Dictionary<Int, String>
    let (fifth, _, (left: sixth, right: _)) = (1, 2, (left: 3, right: 4))
    static let shared = 1
    private static var counter = 0, total = 0
}

/// Properties of a class, with attributes and modifiers: 15, the goal.
@MainActor
final class Modified {
    static var shared: Modified { Modified() }
    class var name: String { "" }
    private(set) var read = 0
    public internal(set) var model: [String] = []
    weak var parent: Modified?
    unowned let owner: AnyObject
    nonisolated(unsafe) var pointer: UnsafeMutablePointer<Int>? = nil
    lazy var late: () -> Int = { [weak self] in
        let inner = 1
        var other = 2
        other += inner
        return other + (self?.read ?? 0)
    }()
    @Clamped(0...10) var wrapped = 3
    @Clamped(0...10)
    private var belowItsWrapper: Int
    var observed = 0 {
        didSet { if observed > oldValue { read += 1 } }
    }
    var observedWithoutValue: Int? {
        didSet { let old = oldValue; print(old ?? 0) }
    }
    var observedBefore: Int? {
        willSet { print(newValue ?? 0) }
    }
    let ends: (shown: @Sendable (Int, Int) -> (left: Int, right: Int), kept: () -> Void)?
    var comparison = 1 < 2, generic = Pair<Int, Int>(1, 2)
    var `default`: Int
}

/// Whether one more than the goal is too many: 16.
struct Large {
    var a, b, c, d, e, f, g, h: Int
    var i, j, k, l, m, n, o, p: Int
}
