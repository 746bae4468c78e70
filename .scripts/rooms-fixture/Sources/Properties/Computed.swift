/// A class without stored properties except one: 1.
class Computed {
    var stored: Int

    var short: Int { stored }
    var withGet: Int { get { stored } }
    var withBoth: Int {
        get { stored }
        set { stored = newValue }
    }
    var long: [String] {
        let first = "a"
        var second = first
        second += "b"
        return [first, second]
    }
    var generic: Dictionary<Int, Pair<Int, Int>> { [:] }
    var tuple: (a: Int, b: Int) { (a: 1, b: 2) }
    @available(*, deprecated)
    var withAttribute: Int {
        @inline(__always) get { stored }
    }
    var onTheNextLine: Int
    {
        stored
    }
    var chosen: Int {
        switch stored {
        case 0: 1
        default: 2
        }
    }
    init(stored: Int = 0) { let a = stored; self.stored = a }
    subscript(index: Int) -> Int { let other = index; return other }
    func f<A, B>(a: A, b: B) -> Int where A: Equatable, B: Equatable {
        let local = 1, another = 2
        struct Local { var one = 1, two = 2 }
        return local + another
    }
}

protocol Requiring {
    var required: Int { get }
    var settable: Int { get set }
}

extension Requiring {
    var derived: Int { required }
}

enum Cases {
    case one(Int), two
    static let table = [1, 2]
    var number: Int { 1 }
}
