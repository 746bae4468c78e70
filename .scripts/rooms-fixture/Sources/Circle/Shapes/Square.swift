/// A square, from declarations in `Paint` and `Words`; `Ink` and `Print` are not used.
struct Square {
    let brush: Brush
    let plain = "Printer \(describe(1))"
    let common: Common?
    enum Printout { case none }
    var printed: Printout { .none }
    func draw() { helped(by: Helper(ink: 1)) }
    func again() { draw() }
}

private struct Helper {
    let ink: Int
}

private func helped(by helper: Helper) {}
