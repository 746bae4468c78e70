import Glibc
import TestDesktop
import Testing

extension WindowTests {
    /// A window in which nothing moves costs nothing.
    @Suite(.serialized) struct AtRest {
        @Test func aWindowAtRestIsNotWokenAndDrawsNothing() async throws {
            let session = try await Session()
            let trace = session.desktop.folder + "/trace.json"
            let program = try session.open([try session.table()], environment: ["QUADRILLE_TRACE": trace])
            let window = try await program.window(title: "table.csv")
            // Everything that moves by itself was set in motion: a throw, a glow, a scrollbar that fades.
            try await window.wheel(.down, notches: 2)
            let (x, y) = (try await window.frame().midX, try await window.frame().midY)
            try await session.desktop.xdotool(["mousemove", "\(x)", "\(y)", "mousedown", "2"])
            for step in 1...8 { try await session.desktop.xdotool(["mousemove", "\(x)", "\(y + 10 * step)"]) }
            try await session.desktop.xdotool(["mouseup", "2"])
            let (before, after) = try await eventually("ten seconds without any thread being woken", seconds: 60) {
                let before = (program.wakeUps, Session.text(of: trace).count { $0 == "\n" })
                try await Task.sleep(for: .seconds(10))
                let after = (program.wakeUps, Session.text(of: trace).count { $0 == "\n" })
                return before.0 == after.0 ? (before, after) : nil
            }
            #expect(before.0 > 0 && before.1 == after.1, "frames are in the trace, and none was added")
            #expect(Session.text(of: trace).contains("\"name\":\"frame\""))
            try await window.close()
            let whole = Session.text(of: trace)
            #expect(whole.hasPrefix("[\n{") && whole.hasSuffix("}\n]\n"), "the trace was ended with the program")
            for part in ["layout", "fetch", "list", "replay", "copy"] {
                #expect(whole.contains("\"name\":\"\(part)\""))
            }
        }
    }
}

extension Program {
    /// How often threads of the program have begun to wait for something, and thus were woken: at rest it stays the same.
    fileprivate var wakeUps: Int {
        guard let folder = opendir("/proc/\(child.pid)/task") else { return 0 }
        defer { closedir(folder) }
        var sum = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let file = fopen("/proc/\(child.pid)/task/\(name)/status", "r") else { continue }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, 256, file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                guard text.hasPrefix("voluntary_ctxt_switches") else { continue }
                sum += text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
            }
        }
        return sum
    }
}
