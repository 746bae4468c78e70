extension Outer {
    var first: Int { inner.a }
}

extension Outer.Inner.Deeper: Equatable {}

extension [Outer] {
    var all: Int { count }
}

extension Array where Element == Int {
    var sum: Int { reduce(0, +) }
}

private struct Twin {
    var there, elsewhere: Int
}
