import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// The program that shows how to use the libraries.
    @Suite(.serialized) struct Samples {
        @Test func aGridOfOnesOwnHasItsOwnElementsUnderItsFrozenRowAndColumn() async throws {
            let program = try await Session().start("Samples")
            let window = try await program.window(title: "Multiplication")
            let start = try await window.still()
            let frame = try await window.frame()
            let first = try #require(start.bounds(of: Self.ring, in: frame), "rings around squares are in sight")
            // The first square lies right below the frozen row, beside the frozen column.
            let row = PixelRect(x: first.minX..<frame.maxX - 40, y: first.minY - 20..<first.minY - 2)
            let column = PixelRect(x: first.minX - 20..<first.minX - 2, y: first.minY..<frame.maxY - 40)
            #expect(start.colorCount(in: row) > 3 && start.colorCount(in: column) > 3, "both have texts")

            try await window.wheel(.down, notches: 1)
            let down = try await window.changed(from: start, after: "the wheel")
            #expect(down.difference(from: start, in: row) == nil)
            #expect(down.difference(from: start, in: column) != nil)
            try await window.wheel(.right, notches: 2)
            let both = try await window.changed(from: down, after: "the wheel sideways")
            #expect(both.difference(from: down, in: row) != nil)
            #expect(both.difference(from: down, in: column) == nil)
            let scrolled = try #require(both.bounds(of: Self.ring, in: frame), "rings scroll along, others come")
            #expect(scrolled != first && scrolled.minX >= column.maxX && scrolled.minY >= row.maxY)

            // As the window manager closes it for its button: the main loop ends, and the program with it.
            try await window.focus()
            try await window.key("alt+F4")
            try await program.expectGoodEnd()
        }

        @Test func theSampleIsShort() throws {
            let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            let path = root.joined(separator: "/") + "/Sources/Samples/main.swift"
            let file = try #require(fopen(path, "r"))
            defer { fclose(file) }
            var lines = 0
            while case let byte = getc(file), byte != EOF { if byte == 10 { lines += 1 } }
            #expect((1...60).contains(lines))
        }

        private static let ring: UInt32 = 0xE66100
    }
}
