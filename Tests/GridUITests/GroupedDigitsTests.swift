import Drawing
import Geometry
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// Long numbers with their digits in groups, where a person wants that.
@Suite struct GroupedDigitsTests {
    private func model(_ rows: [[String?]], _ types: [ColumnType] = [.integer, .decimal, .text]) -> GridModel {
        let snapshot = table(types.indices.map { "c\($0)" }, types: types, rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 900, height: 300), scaleFactor: 1)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        return model
    }

    private func texts(_ model: GridModel) -> [String] {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        return list.commands.compactMap { command in
            if case .text(let text) = command { list.string(of: text).replacing("\u{202F}", with: "_") } else { nil }
        }
    }

    @Test func onlyLongNumbersOfColumnsOfNumbersStandInGroups() {
        let rows = [
            ["1234567", "-1234567.8901", "1234567"], ["2024", "1234.56789", "99999"], ["0012345", "12345e-3", "x"],
            ["12345", "unknown", "12345.5"], [nil, " 987654321 ", "10000"],
        ]
        var model = model(rows)
        let raw = rows.flatMap { $0.compactMap { $0 } }
        #expect(raw.allSatisfy(texts(model).contains))
        model.setGroupsDigits(true)
        let shown = texts(model)
        let expected = [
            "1_234_567", "-1_234_567.890_1", "1234567", "2024", "1234.56789", "99999", "0012345", "12_345e-3", "12_345",
            "unknown", "12345.5", " 987_654_321 ", "10000",
        ]
        #expect(expected.allSatisfy(shown.contains))
        // A screen reader hears the number.
        #expect(AccessibleTable(model).name(of: AccessiblePlace(row: 0, column: 0)) == "1234567")
        model.setGroupsDigits(false)
        #expect(raw.allSatisfy(texts(model).contains))
    }

    @Test func columnsAreAsWideAsThatAsksFor() {
        let figures = String(repeating: "123456789", count: 3)
        var model = model([[figures, "1.5", "a"], ["1", "2.5", "b"]])
        let before = model.widths
        model.setGroupsDigits(true)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.widths[0] >= before[0] + 8 * 8)
        #expect(model.widths.dropFirst() == before.dropFirst())
        model.setGroupsDigits(false)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.widths == before)
        // What a person gave stays.
        model.resizeColumn(0, to: 60)
        model.setGroupsDigits(true)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.widths[0] == 60)
        let cut = model.cutText(of: CellPosition(row: 0, column: 0), measuring: FixedMeasure())
        #expect(cut?.text.contains("123\u{202F}456\u{202F}789\u{202F}123") == true)
    }

    /// A part's digits are marked, and no space beside them.
    @Test func partsStandOnTheirDigits() {
        var random = SplitMix64(seed: 11)
        func digits(_ count: Int) -> String { (0..<count).map { _ in "\(random.int(1...9))" }.joined() }
        for _ in 0..<1_000 {
            let number =
                random.pick(["", "-", "+"]) + digits(random.int(5...24))
                + random.pick(["", "." + digits(random.int(0...9))])
                + random.pick(["", "e12"])
            let bytes = Array(number.utf8)
            let (start, length) = (random.int(0...bytes.count - 1), random.int(1...9))
            let part = start..<min(bytes.count, start + length)
            var shown: [UInt8] = []
            let found = bytes.withUnsafeBufferPointer {
                ShownText(limit: 1000, groupsDigits: true).append($0, to: &shown, marking: [part])
            }
            let text = String(decoding: shown, as: UTF8.self)
            #expect(text.replacing("\u{202F}", with: "") == number)
            guard let place = found?.first else { continue }
            let marked = String(decoding: shown[place], as: UTF8.self)
            #expect(marked.replacing("\u{202F}", with: "") == String(decoding: bytes[part], as: UTF8.self))
            #expect(!marked.hasPrefix("\u{202F}") && !marked.hasSuffix("\u{202F}"), "\(number) \(part)")
        }
    }

    @Test func whatIsShownOfANumberThatIsTooLongIsItsBeginningInItsGroups() {
        let number = Array(String(repeating: "7", count: 100).utf8)
        var shown: [UInt8] = []
        let parts = number.withUnsafeBufferPointer {
            ShownText(limit: 10, groupsDigits: true).append($0, to: &shown, marking: [2..<4, 50..<60])
        }
        let text = String(decoding: shown, as: UTF8.self)
        #expect(text.replacing("\u{202F}", with: "_") == "7_777_777_777")
        #expect(parts == [5..<7, Int.max - 1..<Int.max])
        // Of a part nobody knows where its groups begin.
        shown = []
        number.withUnsafeBufferPointer {
            _ = ShownText(limit: 100, isCut: true, groupsDigits: true).append($0, to: &shown)
        }
        #expect(!String(decoding: shown, as: UTF8.self).contains("\u{202F}"))
    }
}
