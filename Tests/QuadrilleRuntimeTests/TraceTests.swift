import Glibc
import QuadrilleRuntime
import TestWaiting
import Testing

/// The file of spans for trace viewers.
@Suite struct TraceTests {
    private let path = "/tmp/quadrille-trace-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).json"

    private func text() throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test func itHoldsAnEventALine() throws {
        defer { unlink(path) }
        let trace = try #require(Trace(path: path))
        trace.add("frame", from: 1_234_567, to: 1_240_007, ["cpu_ns": 5440, "missed": 0])
        trace.count("bytes", 77)
        trace.finish()
        let lines = try text().split(separator: "\n")
        let (process, thread) = (getpid(), "\"tid\":")
        #expect(lines.first == "[" && lines.last == "]" && lines.count == 5)
        #expect(lines[1].contains("\"thread_name\",\"ph\":\"M\",\"pid\":\(process),\(thread)"))
        #expect(lines[2].hasPrefix("{\"name\":\"frame\",\"ph\":\"X\",\"pid\":\(process),\(thread)"))
        #expect(lines[2].hasSuffix(",\"ts\":1234.567,\"dur\":5.440,\"args\":{\"cpu_ns\":5440,\"missed\":0}},"))
        #expect(lines[3].hasSuffix(",\"args\":{\"value\":77}}"))
    }

    @Test func withoutEventsItIsAnEmptyArray() throws {
        defer { unlink(path) }
        try #require(Trace(path: path)).finish()
        #expect(try text() == "[]\n")
    }

    @Test func whatThreadsAddIsThereWholeAndBounded() async throws {
        defer { unlink(path) }
        let trace = try #require(Trace(path: path))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for time in 0..<10_000 { trace.add("part", from: UInt64(time), to: UInt64(time + 1)) } }
            }
        }
        trace.finish()
        let lines = try text().split(separator: "\n")
        let kept = lines.count { $0.contains("\"part\"") }
        let left = lines.first { $0.contains("events left out") }
        let dropped = left.flatMap { $0.split(separator: "\"value\":").last }.map {
            Int($0.prefix { $0.isNumber }) ?? 0
        }
        #expect(kept + (dropped ?? 0) == 40_000)
        #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("},") })
    }

    @Test func itIsWrittenWhileTheProgramRuns() throws {
        defer { unlink(path) }
        let trace = try #require(Trace(path: path))
        trace.add("part", from: 0, to: 1)
        #expect(comesTrue { (try? text())?.contains("\"part\"") == true })
        trace.finish()
    }

    @Test func aPlaceThatCannotBeWrittenIsNone() {
        #expect(Trace(path: "/nowhere/at/all.json") == nil)
    }
}
