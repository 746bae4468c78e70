/// A brush for a `Printout`, which a comment or "a string" does not use.
struct Brush {
    let name = "Printout"
}

extension Square {
    var isInk: Bool { false }
    func member(_ other: Square) -> Bool { other.Ink }
}
