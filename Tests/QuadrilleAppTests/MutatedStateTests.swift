import Drawing
import Geometry
import Glibc
import GridUI
import SeededRandom
import TableFormats
import Tabular
import TabularOps
import TabularText
import Testing

@testable import QuadrilleApp

/// The state that the program remembers, after somebody's editor or a damaged disk: it is refused, or applied as far as it makes
/// sense. Nothing of it ends the program.
@Suite struct MutatedStateTests {
    private static let source = GeneratedSource(
        rows: 500, columns: ["id", "name", "name", "total"].map { Column(name: $0, type: .text) }
    ) { row, column in "\(row % 7) \(column)" }

    /// Edited texts of each kind in a test case, of which there are 20.
    private static let count = getenv("QUADRILLE_MUTATIONS").flatMap { Int(String(cString: $0)) }.map { $0 / 20 } ?? 50

    /// A view with something of all that one remembers.
    private static func view() throws -> KeptView {
        var model = GridModel(table: source.snapshot)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        model.freeze(rows: 2, columns: 1)
        model.hideRows(20..<30)
        model.resizeRow(12, to: 40)
        model.setFormat(try CellFormat("%.2f €"), ofColumn: 3)
        model.zoom(to: 1.5)
        model.activate(CellPosition(row: 300, column: 2))
        var settings = ViewSettings(of: model, byName: true)
        settings.parameters = [.rowHeight: 30, .columnWidth: 12.5]
        settings.roles = [.group: ColumnName("name")]
        var rows = PendingArrangement()
        rows.note(
            RowArrangement(
                conditions: [Condition(column: 1, .contains, ["1"])], keys: [SortKey(column: 3)]),
            of: source.snapshot.columns)
        return KeptView(
            path: "/a.csv", window: KeptView.WindowSize(width: 900, height: 500), settings: settings, rows: rows)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedViewIsRefusedOrApplied(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = try Self.view().encoded
        for _ in 0..<Self.count {
            guard let view = try? KeptView(reading: text.mutated(&random), of: "/a.csv") else { continue }
            var grid = try OffscreenGrid(Self.source, size: Size(width: 400, height: 300), scale: 1)
            // What a view asks for may be impossible here, which is said.
            try? grid.stand(view.settings)
            var list = DisplayList()
            var presenter = Presenter()
            presenter.present(grid.model, theme: .light, into: &list)
            _ = ViewSettings(of: grid.model, byName: true)
            var arrangement = RowArrangement()
            _ = view.rows?.add(to: &arrangement, of: Self.source.snapshot.columns)
            _ = view.reading.map(TableFormats.standard.accepts)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedShapeIsRefusedOrApplied(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let store = ViewStore(folder: folder.path + "/views")
        let shape = try #require(
            TableShape(
                Self.source.snapshot.columns, TableDescription(format: "CSV", text: TextDetails(Dialect()))))
        let text = KeptShape(shape: shape, view: try Self.view()).encoded
        let now = ViewSettings(of: GridModel(table: Self.source.snapshot), byName: true)
        for _ in 0..<Self.count {
            store.shapes.write(text.mutated(&random), to: shape.fileName)
            guard case .view(let kept) = store.view(of: shape, besides: "") else { continue }
            var grid = try OffscreenGrid(Self.source, size: Size(width: 400, height: 300), scale: 1)
            try? grid.stand(kept.view.settings(for: now))
            _ = kept.view.isOrdinary
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedPreferencesAreRefusedOrKept(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var preferences = Preferences()
        preferences.font = "Monospace 12"
        (preferences.wheelRows, preferences.theme, preferences.compactRows) = (5, .dark, true)
        let text = Array(("# A comment\n" + preferences.text(over: "", since: Preferences())).utf8)
        for _ in 0..<Self.count {
            let mutated = String(decoding: text.mutated(&random), as: UTF8.self)
            guard let read = try? Preferences(reading: mutated) else { continue }
            #expect(Preferences.wheelRange.contains(read.wheelRows))
            // What is written over it can be read again.
            var changed = read
            changed.stripeRows.toggle()
            #expect(try Preferences(reading: changed.text(over: mutated, since: read)) == changed, "\(mutated)")
        }
    }
}

extension [UInt8] {
    /// The text with a few edits: other numbers and words in the place of values, and now and then any byte.
    fileprivate func mutated(_ random: inout SplitMix64) -> [UInt8] {
        var text = self
        for _ in 0..<random.int(1...4) {
            let values = text.values
            if values.isEmpty || random.oneIn(8) {
                if !text.isEmpty { text[random.int(0...text.count - 1)] = UInt8(random.int(0...255)) }
                continue
            }
            let value = random.pick([
                "0", "-1", "1", "499", "500", "501", "2147483648", "4294967296", "9223372036854775807",
                "-9223372036854775808", "9223372036854775808", "1e19", "1e308", "-1e308", "1e-308", "0.5", "-0.5",
                "1e5",
                "true", "false", "null", "[]", "{}", "\"\"", "\"name\"",
            ])
            text.replaceSubrange(random.pick(values), with: value.utf8)
        }
        return text
    }

    /// Places of numbers and words behind a colon, an equals sign, a comma or a bracket.
    private var values: [Range<Int>] {
        var (found, start, before) = ([Range<Int>](), Int?.none, UInt8(0))
        for (index, byte) in enumerated() {
            let isPart = byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
            if isPart {
                if start == nil, [0x3A, 0x3D, 0x2C, 0x5B].contains(before) { start = index }
            } else if let first = start {
                found.append(first..<index)
                start = nil
            }
            if byte != 0x20 && byte != 0x0A { before = byte }
        }
        return found
    }
}
