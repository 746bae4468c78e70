import TestDesktop
import Testing

extension WindowTests {
    /// What moves and what stays. The rectangle in which two pictures differ says it: it begins at the lines between the
    /// parts of the grid.
    @Suite(.serialized) struct Wheels {
        @Test func theHeaderStaysWhenTheBodyScrollsAndGoesSidewaysWithItsColumns() async throws {
            let window = try await Session().tableWindow()
            let lines = try await window.scrolledParts()
            let header = lines.down.minY - lines.sideways.minY
            #expect((20...60).contains(header), "the strip of column headers moved sideways only")
            let gutter = lines.sideways.minX - lines.down.minX
            #expect((8...120).contains(gutter), "the row numbers moved down only")
            try await window.close()
        }

        @Test func frozenRowsAndColumnsStayWhileTheBodyMoves() async throws {
            let free = try await Session().tableWindow()
            let freely = try await free.scrolledParts()
            try await free.close()
            let window = try await Session().tableWindow(["--frozen-rows", "1", "--frozen-columns", "1"])
            let lines = try await window.scrolledParts()
            #expect(lines.down.minY - freely.down.minY >= 24, "the frozen row stayed")
            #expect(lines.sideways.minX - freely.sideways.minX >= 48, "the frozen column stayed")
            #expect(abs(lines.sideways.minY - freely.sideways.minY) <= 2, "the header moved with its columns")
            try await window.close()
        }

        @Test func theWheelMovesThreeRowsANotch() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.key("Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down")
            let down = try await window.changed(from: start, after: "keys")
            let low = try #require(try await window.ring(in: down))
            try await window.wheel(.down)
            let scrolled = try await window.changed(from: down, after: "the wheel")
            let moved = try #require(try await window.ring(in: scrolled))
            #expect(8 * (low.minY - moved.minY) == 3 * (low.minY - ring.minY))
            try await window.close()
        }

        @Test func shiftTurnsTheWheelSideways() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            try await window.wheel(.down, holding: "shift")
            _ = try await window.changed(from: start, after: "shift and the wheel")
            try await window.wheel(.left)
            try await window.returned(to: start, after: "the wheel to the left")
            try await window.close()
        }

        @Test func aThumbIsDraggedFinelyWithShift() async throws {
            let session = try await Session.steady()
            let window = try await session.window([try session.table(rows: 2000, columns: 3)], title: "table.csv")
            try await window.key("Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down")
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.dragThumb(by: 100, holding: "shift")
            let fine = try await window.changed(from: start, after: "the thumb and shift")
            // About a row for each row's height on the screen.
            let moved = try #require(try await window.ring(in: fine))
            #expect(moved.minY < ring.minY && ring.minY - moved.minY < 160)
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: fine, after: "ctrl+Home")
            try await window.key("Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down")
            try await window.returned(to: start, after: "eight rows down")
            try await window.dragThumb(by: 100)
            let far = try await window.changed(from: start, after: "the thumb")
            #expect(try await window.ring(in: far) == nil, "without shift it is out of sight")
            try await window.close()
        }

        @Test func aClickIntoTheTroughLeadsAllTheWayToThePointer() async throws {
            let session = try await Session()
            let window = try await session.window([try session.table(rows: 30_000, columns: 3)], title: "table.csv")
            let start = try await window.settled()
            let frame = try await window.frame()
            let (x, y) = (frame.maxX - 12, frame.minY + 500)
            try await window.click(x: x, y: y)
            let there = try await window.changed(from: start, after: "a click into the trough")
            #expect(there[x, y] != start[x, y], "the thumb is under the pointer")
            // Other rows are in memory now, or none are missing on the way: that makes no difference.
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: there, after: "Ctrl+Home")
            try await window.click(x: x, y: y)
            try await window.returned(to: there, after: "the same click")
            try await window.close()
        }

        @Test func controlAndTheWheelZoom() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let ring = try #require(try await window.ring(in: start))
            try await window.wheel(.up, notches: 3, holding: "ctrl")
            let zoomed = try await window.changed(from: start, after: "control and the wheel")
            try await window.key("ctrl+Home")
            _ = try await window.changed(from: zoomed, after: "ctrl+Home")
            let large = try #require(try await window.ring(in: try await window.still()))
            #expect(Double(large.height) > 1.3 * Double(ring.height))
            try await window.key("ctrl+0")
            _ = try await window.changed(from: zoomed, after: "ctrl+0")
            #expect(try await window.ring(in: try await window.still())?.height == ring.height)
            try await window.close()
        }
    }
}

extension Session {
    /// A window with a table that is larger than it both ways.
    func tableWindow(_ options: [String] = [], environment: [String: String] = [:]) async throws -> Window {
        try await window([try table()] + options, title: "table.csv", environment: environment)
    }
}

extension Window {
    /// Drags the thumb of the scrollbar at the right from the top of its way, with pixels on the way; the pointer is in the
    /// middle of the window then.
    fileprivate func dragThumb(by pixels: Int, holding modifier: String? = nil) async throws {
        let frame = try await frame()
        let (x, y) = (frame.maxX - 12, frame.minY + 74)
        var arguments = ["mousemove", "\(x)", "\(y)"]
        if let modifier { arguments += ["keydown", modifier] }
        arguments += ["mousedown", "1"]
        for step in 1...10 { arguments += ["mousemove", "\(x)", "\(y + pixels * step / 10)"] }
        arguments += ["mouseup", "1"]
        if let modifier { arguments += ["keyup", modifier] }
        arguments += ["mousemove", "\(frame.midX)", "\(frame.midY)"]
        try await program.session.desktop.xdotool(arguments)
    }

    /// Where the picture changes when the wheel turns down, and when it turns sideways, far from the start: there the
    /// shadow of the freeze lines is on already.
    func scrolledParts() async throws -> (down: PixelRect, sideways: PixelRect) {
        let inside = try await frame().inset(top: 40, left: 0, bottom: 48, right: 28)
        let first = try await still()
        try await wheel(.down)
        let low = try await changed(from: first, after: "the wheel down")
        try await wheel(.right)
        let start = try await changed(from: low, after: "the wheel sideways")
        try await wheel(.down)
        let down = try await changed(from: start, after: "the wheel down again")
        try await wheel(.right)
        let right = try await changed(from: down, after: "the wheel sideways again")
        return (
            try #require(down.difference(from: start, in: inside)),
            try #require(right.difference(from: down, in: inside))
        )
    }
}
