import TestDesktop
import Testing

extension WindowTests {
    /// What hands do in the header band, with a real pointer.
    @Suite(.serialized) struct Pointer {
        @Test func aHeadersEdgeIsDraggedAndADoubleClickFitsTheColumnAgain() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            let y = first.minY - 16
            try await window.drag(x: first.maxX - 2, y: y, toX: first.maxX + 78, y)
            let wide = try await window.changed(from: start, after: "dragging an edge")
            let ring = try #require(try await window.ring(in: wide))
            #expect(ring.minX == first.minX && ring.width == first.width + 80)
            try await window.click(x: ring.maxX - 2, y: y, times: 2)
            let fitted = try await window.changed(from: wide, after: "a double click on an edge")
            let fit = try #require(try await window.ring(in: fitted))
            #expect(fit.minX == first.minX && fit.width < ring.width - 40)
            try await window.close()
        }

        @Test func aSelectedHeaderIsDraggedToAnotherPlaceAndEscapeLeavesIt() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            let y = first.minY - 16
            try await window.click(x: first.midX, y: y)
            try await window.pointAtCells()
            let selected = try await window.changed(from: start, after: "a click on a header")
            // Behind the middle of the third.
            try await window.drag(x: first.midX, y: y, toX: first.midX + 2 * first.width + 8, y, escaping: true)
            try await window.pointAtCells()
            try await window.returned(to: selected, after: "Escape")
            try await window.drag(x: first.midX, y: y, toX: first.midX + 2 * first.width + 8, y)
            try await window.pointAtCells()
            let moved = try await window.changed(from: selected, after: "dragging a header")
            let ring = try #require(try await window.ring(in: moved))
            #expect(ring.minX > first.maxX && ring.minY == first.minY && ring.width == first.width)
            try await window.close()
        }

        @Test func theHandleInTheCornerFreezesColumns() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            let y = first.minY - 16
            try await window.drag(x: first.minX - 3, y: y, toX: first.maxX - 8, y + 120)
            let frozen = try await window.changed(from: start, after: "dragging the handle")
            try await window.wheel(.down, notches: 2, holding: "shift")
            let scrolled = try await window.changed(from: frozen, after: "the wheel")
            #expect(try await window.ring(in: scrolled) == first, "the frozen column stayed")
            try await window.close()
        }

        @Test func aColumnIsHiddenAndShownByTheKeyboardAlone() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            try await window.key("Menu")
            _ = try await window.changed(from: start, after: "the menu key")
            try await window.key("c")
            let hidden = try await window.changed(from: start, after: "Hide Column")
            let ring = try #require(try await window.ring(in: hidden))
            #expect(ring.minX == first.minX, "the next column took its place")
            try await window.key("shift+F10")
            _ = try await window.changed(from: hidden, after: "Shift+F10")
            try await window.key("d")
            let shown = try await window.changed(from: hidden, after: "Show Hidden Columns")
            #expect(try #require(try await window.ring(in: shown)).minX >= first.maxX - 2)
            try await window.key("Left")
            try await window.returned(to: start, after: "Left")
            try await window.close()
        }

        @Test func aRightClickOnAHeaderOpensAMenu() async throws {
            let window = try await Session().tableWindow()
            let start = try await window.still()
            let first = try #require(try await window.ring(in: start))
            try await window.click(x: first.midX + first.width, y: first.minY - 16, button: 3)
            let open = try await window.changed(from: start, after: "a right click")
            try await window.key("p")
            try await window.pointAtCells()
            let frozen = try await window.changed(from: open, after: "Freeze Columns Up to Here")
            let ring = try #require(try await window.ring(in: frozen))
            #expect(ring.minX >= first.maxX - 2, "the column that was clicked at is active")
            try await window.wheel(.down, notches: 2, holding: "shift")
            let scrolled = try await window.changed(from: frozen, after: "the wheel")
            #expect(try await window.ring(in: scrolled) == ring)
            try await window.close()
        }
    }
}

extension Window {
    /// Drags with the first button in a few steps, as a hand does.
    func drag(x: Int, y: Int, toX endX: Int, _ endY: Int, escaping: Bool = false) async throws {
        var arguments = ["mousemove", "\(x)", "\(y)", "sleep", "0.05", "mousedown", "1"]
        for step in 1...6 {
            arguments += [
                "mousemove", "\(x + (endX - x) * step / 6)", "\(y + (endY - y) * step / 6)", "sleep", "0.02",
            ]
        }
        if escaping { arguments += ["key", "Escape"] }
        try await program.session.desktop.xdotool(arguments + ["mouseup", "1"])
    }

    func click(x: Int, y: Int, button: Int = 1, times: Int = 1) async throws {
        try await program.session.desktop.xdotool([
            "mousemove", "\(x)", "\(y)", "sleep", "0.05", "click", "--repeat", "\(times)", "--delay", "40",
            "\(button)",
        ])
    }

    /// Puts the pointer where it changes nothing: over cells.
    func pointAtCells() async throws {
        let frame = try await frame()
        try await program.session.desktop.xdotool(["mousemove", "\(frame.midX)", "\(frame.midY)"])
    }
}
