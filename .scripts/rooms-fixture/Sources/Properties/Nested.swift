/// A type with types in it: 5 lines and 1 property of its own; two extensions add 2 and 3 lines.
struct Outer {
    struct Inner {
        var a = 1
        enum Deep { case x }
        struct Deeper {
            let b: Int, c: Int
        }
    }

    let inner: Inner

    private class Hidden {
        let d = 1
    }
}

extension Outer.Inner {
    var e: Int { a }
}

extension Outer {
    struct Late { var f = 1 }
}

private struct Twin {
    var here: Int
}

extension Twin {
    var two: Int { 2 * here }
}
