import Glibc
import QuadrilleRuntime
import TabularText
import Testing

@testable import TabularExport

/// A table that comes through a pipe, and an export of it that waits for its end on a thread of its own.
private final class WaitingExport: Sendable {
    private struct State: Sendable {
        /// How often the export asked whether it is to end.
        var asked = 0
        var isCancelled = false
        var calls = 0
        var result: String?
    }

    let source: TextSource
    private let writing: Int32
    private let state = Monitor(State())

    init() throws {
        let ends = try FileDescriptor.openPipe()
        writing = ends.write
        source = TextSource(fileDescriptor: ends.read, name: "pipe")
        close(ends.read)
        send("a,b\n1,2\n")
        source.onChange { [state] in state.withLock { $0.calls += 1 } }
        let control = ExportControl(
            cancellation: Cancellation { [state] in
                state.withLock { state in
                    state.asked += 1
                    return state.isCancelled
                }
            })
        let export = TableExport(source, format: .csv, control: control)
        BackgroundThread.start { [state] in
            let result: String
            do throws(ExportError) {
                result = "\(try export.write(toFile: "/dev/null"))"
            } catch {
                result = error.description
            }
            state.withLock { $0.result = result }
        }
    }

    deinit { close(writing) }

    private var deadline: UInt64 { monotonicNow() + 20_000_000_000 }

    func send(_ text: String) {
        Array(text.utf8).withUnsafeBytes { _ = Glibc.write(writing, $0.baseAddress, $0.count) }
    }
    func cancel() { state.withLock { $0.isCancelled = true } }
    func waitUntilItWaits() { state.wait(until: { $0.asked > 1 }, deadline: deadline, then: { _ in }) }

    /// Whether the handler is called when more comes.
    func isHandled() -> Bool {
        let calls = state.current.calls
        send("3,4\n")
        return state.wait(until: { $0.calls > calls }, deadline: deadline, then: { $0.calls > calls })
    }

    var result: String? { state.wait(until: { $0.result != nil }, deadline: deadline, then: { $0.result }) }
}

@Test func anExportThatWaitsLeavesTheChangesToTheirHandler() throws {
    let export = try WaitingExport()
    export.waitUntilItWaits()
    #expect(export.isHandled())
    export.cancel()
    #expect(export.result == "the export was cancelled. Nothing was kept of it.")
    #expect(export.isHandled())
}

@Test func anExportDoesNotWaitForASourceThatIsClosed() throws {
    let export = try WaitingExport()
    export.waitUntilItWaits()
    export.source.close()
    #expect(export.result == "the table was closed before it was written. Open it again and retry.")
}

@Test func bytesOfASourceThatIsClosedMeanwhileAreNotKept() {
    let folder = Folder()
    let input = folder.write([UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20), "in.csv")
    let source = TextSource(path: input)
    let closing = ExportControl(progress: { _ in source.close() })
    let message = "\(input): was closed before all of it was read. Open it again and retry."
    let export = TableExport(source, format: .bytes, control: closing)
    #expect(performing { try export.write(toFile: "\(folder.path)/out") } == message)
    #expect(folder.names == ["in.csv"])
}

@Test(arguments: valueFormats, [nil, [1, 0]] as [[Int]?])
func anExportIsCancelledWithinAValue(_ format: ExportFormat, columns: [Int]?) {
    let folder = Folder()
    let value = [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20)
    let input = folder.write(Array("a,b\n1,".utf8) + value + Array("\n".utf8), "in.csv")
    let asked = Monitor(0)
    let control = ExportControl(
        cancellation: Cancellation {
            asked.withLock { asked in
                asked += 1
                return asked > 2
            }
        })
    let part = ExportPart(columns: columns)
    let export = TableExport(TextSource(path: input), format: format, part: part, control: control)
    #expect(
        performing { try export.write(toFile: "\(folder.path)/out") }
            == "the export was cancelled. Nothing was kept of it.")
    #expect(folder.names == ["in.csv"])
}
