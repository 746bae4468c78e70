import CairoDrawing
import Drawing
import Foundation
import Geometry
import GridLayout
import GridUI
import SeededRandom
import Tabular
import TabularOps
import TabularText
import Testing

@testable import QuadrilleApp
@testable import TableFormats

/// Files of state with whatever a disk, another program or a user left in them: they are understood, or set aside, and end
/// nothing.
@Suite struct KeptStateTests {
    private static let path = "/data/a.csv"
    private static let names = ["id", "name", "name", "total", "day", "note"]

    private func model(rows: Int = 400) -> GridModel {
        let columns = Self.names.map { Column(name: $0, type: $0 == "total" ? .decimal : .text) }
        let source = GeneratedSource(rows: rows, columns: columns) { row, column in "\(row % 7) \(column)" }
        var model = GridModel(table: source.snapshot)
        model.restyle(.light, measuring: TextEngine())
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        model.apply(source.snapshot)
        return model
    }

    /// A view with something in each of its parts.
    private func view() throws -> KeptView {
        var model = model()
        model.freeze(rows: 2, columns: 1, trailingRows: 1, trailingColumns: 1)
        model.hideRows(20..<30)
        model.resizeRow(40, to: 55)
        model.resizeColumn(3, to: 133)
        model.hideColumn(5)
        model.setFormat(try CellFormat("%.2f"), ofColumn: 3)
        model.moveColumns(4..<5, to: 0)
        _ = model.merge([CellSpan(rows: 50..<53, columns: 0..<2)])
        model.zoom(to: 1.5)
        model.activate(CellPosition(row: 300, column: 2))
        var settings = ViewSettings(of: model, byName: true)
        settings.parameters = [.rowHeight: 30, .visibleRows: 12]
        settings.roles = [.group: ColumnName("name"), .weight: ColumnName(at: 3)]
        settings.formats = [try FormatArgument(argument: "total=%d")]
        settings.mergedColumns = [ColumnName("note")]
        settings.place = CellPosition(row: 30, column: 1)
        settings.offset = Point(x: 10, y: 200)
        var arrangement = RowArrangement()
        arrangement.conditions = [Condition(column: 1, .equals, ["x"]), Condition(column: 3, .isIn, ["1", "2"])]
        arrangement.sort(thenBy: SortKey(column: 2, isDescending: true))
        var rows = PendingArrangement()
        rows.note(arrangement, of: model.table.columns)
        var view = KeptView(
            path: Self.path, window: KeptView.WindowSize(width: 900, height: 500), settings: settings, rows: rows)
        var options = TextOptions(delimiter: ";", headerRows: 1)
        (options.skippedLines, options.encoding) = (2, "latin1")
        options.types.columns = ["total": .number(.comma), "2": .text]
        options.types.nullWords = ["-", "NA"]
        view.reading = FormatOptions(text: options)
        return view
    }

    /// Does with a view what a window does.
    private func open(_ kept: KeptView) {
        if let size = kept.window?.clamped(toWidth: .max, height: .max) {
            #expect(Int32(exactly: size.width) ?? 0 > 0 && Int32(exactly: size.height) ?? 0 > 0)
        }
        var model = model()
        var queue = SettingsQueue(kept.settings)
        take(&queue, &model)
        var arrangement = RowArrangement()
        if let rows = kept.rows {
            _ = rows.add(to: &arrangement, of: model.table.columns)
            #expect(rows.labels.count <= 1000)
        }
        if let options = kept.reading { _ = options.types.choice(for: 0, in: model.table.columns) }
        // What stands then is kept again, and another file may be shown so.
        #expect(ViewSettings(of: model, byName: true).hasStandingColumns)
        var other = self.model(rows: 3)
        queue = SettingsQueue(kept.settings(for: ViewSettings(of: other, byName: true)))
        take(&queue, &other)
    }

    private func take(_ queue: inout SettingsQueue, _ model: inout GridModel) {
        var steps = 0
        while steps < 100, let (step, rest) = queue.nextStep(for: model) {
            (queue, steps) = (rest, steps + 1)
            switch step {
            case .change(let change): change(&model)
            case .show(let choice): model.show(choice)
            case .merge(let spans): _ = model.mergeAsked(spans)
            case .mergeNeighbours, .note, .failure: break
            }
        }
        model.resize(to: Size(width: 900, height: 700), scaleFactor: 2)
        model.scroll(toOffset: Point(x: 0, y: .greatestFiniteMagnitude))
        model.scroll(toOffset: Point(x: 0, y: 0))
    }

    @Test func viewWithEverythingIsUnderstood() throws {
        let kept = try view()
        #expect(try KeptView(reading: kept.encoded, of: Self.path) == kept)
        open(kept)
    }

    /// One part of a view, and what it cannot be.
    @Test(arguments: [
        ("window/width", "0"), ("window/width", "-1"), ("window/height", "9223372036854775807"),
        ("window/width", "2147483648"), ("window/width", "65536"), ("version", "-9223372036854775808"),
        ("settings/layout", "\"no such\""),
        ("settings/frozenRows", "-1"), ("settings/frozenTrailingRows", "9223372036854775807"),
        ("settings/frozenColumns", "-9223372036854775808"), ("settings/frozenTrailingColumns", "1e18"),
        ("settings/zoom", "0"), ("settings/zoom", "-1"), ("settings/zoom", "1e300"),
        ("settings/parameters/row-height", "-1"), ("settings/parameters/visible-rows", "1e18"),
        ("settings/place/row", "-1"), ("settings/place/column", "9223372036854775807"),
        ("settings/offset/x", "1e300"), ("settings/offset/y", "-1e300"),
        ("settings/merges/0/rows/0", "-9223372036854775808"), ("settings/merges/0/columns/1", "9223372036854775807"),
        ("settings/standing/firstRow", "-9223372036854775808"), ("settings/standing/firstRow", "-1"),
        ("settings/standing/activeRow", "9223372036854775807"), ("settings/standing/rowOffset", "1e300"),
        ("settings/standing/offset/y", "1e300"), ("settings/standing/hiddenRows/0/0", "-9223372036854775808"),
        ("settings/standing/hiddenRows/0/1", "9223372036854775807"),
        ("settings/standing/order/0/number", "-9223372036854775808"),
        ("settings/standing/columns/0/number", "-1"), ("settings/standing/activeColumn/number", "-1"),
        ("settings/standing/rowHeights/-1", "20"), ("settings/standing/rowHeights/9223372036854775807", "20"),
        ("settings/standing/rowHeights/40", "-1"), ("settings/standing/rowHeights/40", "1e300"),
        ("settings/standing/mergedColumns", "[-1]"), ("settings/standing/merges/0/rows", "[5, 4]"),
        ("rows/keys/0/column/key/number", "-9223372036854775808"), ("rows/conditions/0/column/key/number", "-1"),
        ("rows/conditions/0/condition/blanks", "300"),
    ])
    func oddPartMakesViewDamaged(part: String, value: String) throws {
        let kept = try view()
        var object = try JSONSerialization.jsonObject(with: Data(kept.encoded))
        let new = try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
        try set(part.split(separator: "/")[...], of: &object, to: new)
        let bytes = Array(try JSONSerialization.data(withJSONObject: object))
        #expect(throws: KeptView.Damaged.self) { try KeptView(reading: bytes, of: Self.path) }
        // It is damaged in the same way where a shape is remembered.
        let text = TextDetails(Dialect(delimiter: ";", headerRows: 1))
        let shape = try #require(
            TableShape([Column(name: "id", type: .text)], TableDescription(format: "CSV", text: text)))
        let shapeText = String(decoding: try JSONEncoder().encode(shape), as: UTF8.self)
        let both = "{\"shape\": \(shapeText), \"view\": \(String(decoding: bytes, as: UTF8.self))}"
        #expect(throws: (any Error).self) { try JSONDecoder().decode(KeptShape.self, from: Data(both.utf8)) }
    }

    private func set(_ path: ArraySlice<Substring>, of object: inout Any, to value: Any) throws {
        guard let key = path.first else {
            object = value
            return
        }
        if var list = object as? [Any] {
            let index = try #require(Int(key))
            try set(path.dropFirst(), of: &list[index], to: value)
            object = list
        } else {
            var members = try #require(object as? [String: Any], "\(path)")
            var member = members[String(key)] ?? NSNull()
            if path.count > 1 { try #require(!(member is NSNull), "\(path)") }
            try set(path.dropFirst(), of: &member, to: value)
            members[String(key)] = member
            object = members
        }
    }

    @Test func repeatedColumnsOfAnOrderStandOnce() throws {
        var order = ColumnOrder(columnCount: 4)
        order.arrange([2, 2, 0, 2, 9, -1])
        #expect((0..<order.count).map { order.column(at: $0) } == [2, 0, 1, 3])
    }

    /// Numbers, texts and values of other kinds that no writer has.
    private static let odd = [
        "-1", "0", "1", "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993", "281474976710657",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e18", "1e19", "-1e19", "1e300", "-0.5",
        "1e-320", "1e999", "null", "true", "\"\"", "\"x\"", "\"-1\"", "\"-9223372036854775808\"", "[]", "{}", "[1, 0]",
        "[-9223372036854775808, 9223372036854775807]", "NaN", "\"\\u0000\"", "[[[[]]]]",
    ]

    /// Numbers that a view of another file may well have.
    private static let large = [
        "0", "1", "2", "5", "6", "399", "400", "401", "65535", "2147483647", "2147483648", "281474976710656", "0.5",
        "3.75",
        "1e6",
    ]

    /// Ranges of numbers, strings and words in a text of JSON.
    private func tokens(of text: [UInt8]) -> [Range<Int>] {
        var (found, index) = ([Range<Int>](), 0)
        while index < text.count {
            let start = index
            if text[index] == UInt8(ascii: "\"") {
                index += 1
                while index < text.count, text[index] != UInt8(ascii: "\"") { index += 1 }
                index += 1
            } else {
                while index < text.count,
                    "-+.0123456789eE".utf8.contains(text[index]) || (97...122).contains(text[index])
                { index += 1 }
            }
            if index > start { found.append(start..<min(index, text.count)) } else { index += 1 }
        }
        return found
    }

    private func mutated(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var text = text
        for _ in 0..<random.int(1...3) {
            switch random.int(0...11) {
            case 0: text.removeLast(random.int(0...text.count / 2))
            case 1:
                let range = random.range(in: text.count)
                text.insert(contentsOf: text[range].prefix(200), at: random.int(0...text.count))
            case 2:
                guard !text.isEmpty else { continue }
                text[random.int(0...text.count - 1)] = UInt8(random.int(0...255))
            case 3...5:
                let tokens = tokens(of: text)
                guard !tokens.isEmpty else { continue }
                text.replaceSubrange(random.pick(tokens), with: Array(random.pick(Self.odd).utf8))
            default:
                // Within its bounds, and perhaps not within the table.
                let numbers = tokens(of: text).filter {
                    text[$0.lowerBound] < UInt8(ascii: ":") && text[$0.lowerBound] > 43
                }
                guard !numbers.isEmpty else { continue }
                text.replaceSubrange(random.pick(numbers), with: Array(random.pick(Self.large).utf8))
            }
        }
        return text
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func mutatedViewsEndNothing(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = try view().encoded
        var opened = 0
        for _ in 0..<400 {
            let bytes = mutated(text, &random)
            guard let kept = try? KeptView(reading: bytes, of: Self.path) else { continue }
            open(kept)
            opened += 1
        }
        #expect(opened > 20, "some are as good as views, and are opened")
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func mutatedPreferencesEndNothing(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Array(
            """
            [Quadrille]
            # Comments stay where they are.
            font=Monospace 12
            theme=dark
            wheel-rows=5
            compact-rows=true
            open-in=tabs
            stay-ready=1-hour
            group-digits=true

            """.utf8)
        for _ in 0..<300 {
            let bytes = mutated(text, &random)
            let mutated = String(decoding: bytes, as: UTF8.self)
            var preferences = Preferences()
            if let read = try? Preferences(reading: mutated) { preferences = read }
            #expect(Preferences.wheelRange.contains(preferences.wheelRows))
            var changed = preferences
            changed.wheelRows = preferences.wheelRows % 20 + 1
            let saved = preferences.text(over: mutated, since: changed)
            #expect(saved.isEmpty == false || mutated.isEmpty == false)
        }
    }
}
