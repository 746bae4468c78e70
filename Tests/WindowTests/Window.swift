import TestDesktop
import Testing

/// The directions of a wheel, numbered as X numbers its buttons.
enum Wheel: String {
    case up = "4"
    case down = "5"
    case left = "6"
    case right = "7"
}

/// A window on the screen.
struct Window: Sendable {
    let program: Program
    let identifier: String

    private var desktop: Desktop { program.session.desktop }

    /// The whole window, in pixels of the screen.
    func frame() async throws -> PixelRect {
        let text = try await desktop.xdotool(["getwindowgeometry", "--shell", identifier]) ?? ""
        var values: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { values[parts[0]] = Int(parts[1]) }
        }
        guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"]
        else {
            throw DesktopError("window \(identifier) is gone: \(program.errorText)")
        }
        return PixelRect(x: x..<x + width, y: y..<y + height)
    }

    /// What lies below the header bar and above the status bar, without the sides where scrollbars come and go.
    func inside() async throws -> PixelRect {
        try await frame().inset(top: 48, left: 8, bottom: 48, right: 28)
    }

    /// Gives the window the keyboard, and puts the pointer where `wheel` will: what it hovers over shows.
    func focus() async throws {
        _ = try await eventually("the window to have the keyboard") {
            try await self.desktop.xdotool(["windowactivate", "--sync", self.identifier])
        }
        let frame = try await frame()
        try await desktop.xdotool(["mousemove", "\(frame.midX)", "\(frame.midY)"])
    }

    func key(_ keys: String...) async throws {
        for key in keys { try await desktop.xdotool(["key", "--clearmodifiers", key]) }
    }

    /// Turns the wheel above the middle of the window.
    func wheel(_ wheel: Wheel, notches: Int = 1, holding modifier: String? = nil) async throws {
        let frame = try await frame()
        var arguments = ["mousemove", "\(frame.midX)", "\(frame.midY)"]
        if let modifier { arguments += ["keydown", modifier] }
        arguments += ["click", "--repeat", "\(notches)", "--delay", "10", wheel.rawValue]
        if let modifier { arguments += ["keyup", modifier] }
        try await desktop.xdotool(arguments)
    }

    func click(x: Int, y: Int) async throws {
        try await desktop.xdotool(["mousemove", "\(x)", "\(y)", "click", "1"])
    }

    func resize(width: Int, height: Int) async throws {
        try await desktop.xdotool(["windowsize", identifier, "\(width)", "\(height)"])
        _ = try await eventually("the window to be \(width) × \(height)") {
            let frame = try await self.frame()
            return frame.width == width && frame.height == height ? true : nil
        }
    }

    /// Waits until the inside has not changed for a while in which the program had nothing to do, and gives that picture.
    /// What goes on in the background, such as a count, is waited for a little longer: it may be seen then.
    func still() async throws -> Picture { try await still(waiting: 1.5) }

    /// The picture once it stands still and nothing is read, sought or sorted any more, for which it waits 90 s.
    func settled() async throws -> Picture { try await still(waiting: .infinity) }

    /// The time without a change after which a picture stands still, however fast pictures are compared: between two steps of
    /// what a key begins, such as rows that are read and then shown, less passes.
    private static let stillness = Duration.milliseconds(300)

    /// Waits at least `seconds` where something goes on in the background.
    private func still(waiting seconds: Double) async throws -> Picture {
        let inside = try await inside()
        var last = try desktop.screen()
        let clock = ContinuousClock()
        let start = clock.now
        var (alike, change) = (0, start)
        return try await eventually("the picture to stand still", seconds: max(20, min(seconds, 90))) {
            let next = try self.desktop.screen()
            // On a busy machine a program that waits for its turn draws nothing either.
            let isAlike = self.program.isAsleep && next.difference(from: last, in: inside) == nil
            alike = isAlike ? alike + 1 : 0
            if !isAlike { change = clock.now }
            last = next
            let isSettled = self.program.isIdle || (clock.now - start) / .seconds(1) > seconds
            return alike >= 8 && clock.now - change >= Self.stillness && isSettled ? next : nil
        }
    }

    /// Waits until the inside is as it was in `old`: for what brings an old state back.
    func returned(to old: Picture, after what: String) async throws {
        let inside = try await inside()
        var difference: PixelRect?
        _ = try await eventually(
            "the old picture to come back after \(what), where \(String(describing: difference)) differs"
        ) {
            difference = try self.desktop.screen().difference(from: old, in: inside)
            return difference == nil ? true : nil
        }
    }

    /// Waits until the inside is another than in `old` and stands still.
    func changed(from old: Picture, after what: String) async throws -> Picture {
        try await differs(from: old, after: what)
        return try await still()
    }

    /// Waits for the beginning of a change: for what may be over soon.
    func differs(from old: Picture, after what: String) async throws {
        let inside = try await inside()
        _ = try await eventually("a change of the picture after \(what); standard error: \(program.errorText)") {
            if let ending = self.program.child.ended {
                throw DesktopError("ended with \(ending): \(program.errorText)")
            }
            return try self.desktop.screen().difference(from: old, in: inside)
        }
    }

    /// Where the ring of the active cell is, if it is in sight: the only thing of the accent's colour.
    func ring(in picture: Picture) async throws -> PixelRect? {
        picture.bounds(of: Self.accent, in: try await frame().inset(top: 48, left: 8, bottom: 8, right: 8))
    }

    /// `theme_selected_bg_color` of GTK's own theme, Adwaita.
    static let accent: UInt32 = 0x3584E4

    /// Whether most of what is inside is darker than the middle.
    func isDark(in picture: Picture) async throws -> Bool {
        let inside = try await inside()
        let places = stride(from: inside.minX, to: inside.maxX, by: 7).flatMap { x in
            stride(from: inside.minY, to: inside.maxY, by: 7).map { (x, $0) }
        }
        return places.count { picture[$0.0, $0.1] & 0xFF < 0x80 } > places.count / 2
    }

    /// Closes the window as a person does, which ends the program with its last window.
    func close() async throws {
        try await focus()
        try await key("ctrl+w")
        try await program.expectGoodEnd()
    }
}
