struct Printout {
    let square: Square
    let ink: Ink
}

struct Common {}
