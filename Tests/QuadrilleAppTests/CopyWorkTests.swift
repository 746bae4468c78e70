import GridUI
import Tabular
import TabularExport
import TabularOps
import TestSources
import Testing

@testable import QuadrilleApp

/// What is made in the background of what is copied.
@Suite struct CopyWorkTests {
    private let source = GeneratedSource(rows: 200_000, columns: [Column(name: "a", type: .text)]) { row, _ in
        row == 1 ? "x\ty" : "v\(row)"
    }

    private func request(_ rows: Range<Int>..., format: ExportFormat? = nil) -> CopyRequest {
        CopyRequest(
            format: format, cells: TableSelection(rows.map { TableSelection.Band(rows: $0, columns: [0]) }))
    }

    private func text(_ text: SharedText) -> String { text.withBytes { String(decoding: $0, as: UTF8.self) } }

    private func copied(_ request: CopyRequest) throws -> CopiedTexts {
        guard case .done(.success(let texts)) = request.begin(source, onChange: {}).wait() else {
            throw ExportError(.noMemory)
        }
        return texts
    }

    @Test func severalValuesAreTSVAndHTMLAndOneIsItself() throws {
        let several = try copied(request(0..<2, 5..<6))
        #expect(text(several.text) == "v0\n\"x\ty\"\nv5\n")
        #expect(several.named.map(\.type) == CopyRequest.types)
        #expect(text(several.named[0].text) == text(several.text))
        #expect(text(several.named[1].text).contains("<td>v5</td>"))
        let one = try copied(request(1..<2))
        #expect(text(one.text) == "x\ty" && text(one.named[0].text) == "\"x\ty\"\n")
    }

    @Test func aFormatByItselfIsOfferedAsTextAndByItsName() throws {
        var request = request(0..<1, format: .csv)
        request.style = ExportStyle(hasHeader: true)
        let csv = try copied(request)
        #expect(text(csv.text) == "a\nv0\n" && csv.named.map(\.type) == ["text/csv"])
    }

    @Test func tooManyCellsAreNoHTML() throws {
        #expect(try copied(request(0..<100_001)).named.map(\.type) == ["text/tab-separated-values"])
    }

    @Test func moreThanTheClipboardShouldHoldIsRefusedBeforeOrOnTheWay() {
        #expect(request(0..<200_000).refusal == nil)
        #expect(request(0..<300_000_000).refusal == CopyRequest.tooLarge)
        var limited = request(0..<200_000)
        limited.limit = 200_000
        guard case .done(.failure(.tooLarge)) = limited.begin(source, onChange: {}).wait() else {
            Issue.record("it was not stopped")
            return
        }
    }

    @Test(arguments: [nil, .csv, .ndjson] as [ExportFormat?], [false, true])
    func unreadableValuesAreCopiedEmptyAndCounted(_ format: ExportFormat?, _ isSingly: Bool) throws {
        let typed = TypedSource(rows: 300, columns: 12, isSingly: isSingly)
        let band = TableSelection.Band(rows: 5..<250, columns: [1, 2, 7])
        let expected = band.rows.reduce(0) { sum, row in
            sum + band.columns.count { typed.cell(row, $0).state == .unreadable }
        }
        let request = CopyRequest(format: format, cells: TableSelection([band]))
        guard case .done(.success(let texts)) = request.begin(typed, onChange: {}).wait() else {
            Issue.record("it was not copied")
            return
        }
        #expect(expected > 0 && texts.unreadableCount == expected)
        #expect(try copied(self.request(0..<3)).unreadableCount == 0)
    }

    @Test func rangesOfDifferentColumnsAreRefused() {
        let bands = [
            TableSelection.Band(rows: 0..<1, columns: [0]), TableSelection.Band(rows: 3..<4, columns: [1]),
        ]
        #expect(
            CopyRequest(cells: TableSelection(bands)).refusal
                == "Nothing was copied: ranges of different columns make no table. Select the same columns in all of "
                + "them, or copy them one by one.")
        #expect(
            CopyRequest(cells: TableSelection()).refusal == "Nothing was copied: all that is selected is hidden.")
    }
}
