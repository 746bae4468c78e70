import QuadrilleRuntime
import Tabular
import TabularExport
import Testing

@testable import QuadrilleApp

/// What a window writes in the background.
@Suite struct ExportWorkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func request(_ name: String, _ content: ExportRequest.Content = .table(.csv, .all, ExportStyle()))
        -> ExportRequest
    {
        ExportRequest(content: content, path: name.hasPrefix("/") ? name : folder.path(name), input: nil)
    }

    @Test func anExportEndsWithItsCount() throws {
        let job = request("out.csv").begin(GeneratedSource(rows: 100, columns: 2)) {}
        guard case .done(.success(100)) = job.wait() else {
            Issue.record("\(job.state)")
            return
        }
        #expect(try folder.bytes("out.csv").count { $0 == 10 } == 101)
    }

    @Test func aValueEndsWithItsBytes() throws {
        let source = GeneratedSource(rows: 1, columns: [Column(name: "a", type: .text)]) { _, _ in "a value" }
        let job = request("v", .value(row: 0, column: 0, length: 7, reading: 0)).begin(source) {}
        guard case .done(.success(7)) = job.wait() else {
            Issue.record("\(job.state)")
            return
        }
        #expect(try folder.bytes("v") == Array("a value".utf8))
    }

    @Test(arguments: [
        ("/dev/full", ExportError.Kind.noSpace), ("/nonexistent/out.csv", .writeFailed), ("/proc/x", .writeFailed),
    ])
    func whatCannotBeWrittenIsSaid(path: String, kind: ExportError.Kind) {
        let job = request(path).begin(GeneratedSource(rows: 100_000, columns: 2)) {}
        guard case .done(.failure(let error)) = job.wait() else {
            Issue.record("\(job.state)")
            return
        }
        #expect(error.kind == kind && error.description.hasPrefix(path + ": "))
    }

    @Test func anExportThatIsStoppedLeavesNothingBehind() throws {
        let hasBegun = Monitor(false)
        let job = request("big.csv").begin(GeneratedSource(rows: 1_000_000_000, columns: 20)) {
            hasBegun.withLock { $0 = true }
        }
        hasBegun.wait(until: { $0 }, then: { _ in })
        job.cancel()
        ExportRequest.underWay.wait(until: { $0 == 0 }, then: { _ in })
        #expect(try folder.names.isEmpty)
    }

    @Test func whatWasDoneIsSaidInWords() {
        #expect(request("/tmp/out.csv").summary(1) == "Exported 1 row to /tmp/out.csv")
        #expect(request("/tmp/out.csv").summary(12_345) == "Exported 12,345 rows to /tmp/out.csv")
        let value = request("/tmp/v", .value(row: 0, column: 0, length: 1, reading: 0))
        #expect(value.summary(2000) == "Exported a value of 2,000 bytes to /tmp/v")
        #expect(request("/tmp/a/out.csv").name == "out.csv")
    }
}
