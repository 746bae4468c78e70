/// Ink, with names that are declared elsewhere too: `Square` uses its own.
struct Ink {
    let brush: Brush
}

struct Helper {}
struct Common {}
func helped(by helper: Helper) {}
func draw() {}
