import Drawing
import Geometry
import SeededRandom
import Tabular
import TabularOps
import Testing

@testable import GridUI

/// What is looked for stands out where it stands in a value.
@Suite struct HighlightTests {
    private func model(_ rows: [[String?]], types: [ColumnType] = [.text, .text], _ query: FindQuery) throws
        -> GridModel
    {
        let snapshot = table(types.indices.map { "c\($0)" }, types: types, rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 600, height: 300), scaleFactor: 1)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        model.highlight = CellHighlight(try FindPlan(query))
        return model
    }

    private func list(_ model: GridModel) -> DisplayList {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        return list
    }

    /// The marked parts of each text that has any, as they read.
    private func marks(_ model: GridModel) -> [String: [String]] {
        let list = list(model)
        var found: [String: [String]] = [:]
        for case .text(let command) in list.commands {
            guard let marks = list.marks(of: command) else { continue }
            let text = Array(list.string(of: command).utf8)
            found[list.string(of: command)] = marks.parts.map {
                $0.lowerBound < text.count ? String(decoding: text[$0.clamped(to: 0..<text.count)], as: UTF8.self) : "…"
            }
        }
        return found
    }

    @Test func allHitsOfACellAreMarkedAndTheActiveCellsStandOutMore() throws {
        let model = try model([["banana", "x"], ["an", "ban"]], FindQuery("an"))
        #expect(marks(model) == ["banana": ["an", "an"], "an": ["an"], "ban": ["an"]])
        let list = list(model)
        for case .text(let command) in list.commands {
            guard let marks = list.marks(of: command) else { continue }
            let isActive = list.string(of: command) == "banana"
            #expect(marks.color == (isActive ? Theme.light.matches.activeBackground : Theme.light.matches.background))
        }
        #expect(list.dump().contains("\"banana\" marks 1-3,3-5 "))
    }

    @Test func aPatternMarksItsMatchesAndLettersAreMarkedAsPeopleTypeThem() throws {
        var query = FindQuery(#"\d+"#)
        query.isPattern = true
        #expect(try marks(model([["a1b22", "x"]], query)) == ["a1b22": ["1", "22"]])
        query = FindQuery("u")
        (query.letterCase, query.diacritics) = (.ignore, .ignore)
        #expect(try marks(model([["ÜbergUt", "x"]], query)) == ["ÜbergUt": ["Ü", "U"]])
    }

    @Test func signsStandForTheirCharacters() throws {
        #expect(try marks(model([["a\tb\tc", "x"]], FindQuery("b"))) == ["a⇥b⇥c": ["b"]])
        #expect(try marks(model([["a\tb\r\nc", "x"]], FindQuery("\tb\r"))) == ["a⇥b⏎c": ["⇥b⏎"]])
        #expect(try marks(model([["a\u{202E}evil", "x"]], FindQuery("evil"))) == ["a⇚evil": ["evil"]])
    }

    @Test func aValueInAFormatStandsOutAsAWhole() throws {
        var model = try model([["x", "1234567"]], types: [.text, .integer], FindQuery("45"))
        model.setFormat(try CellFormat("%s €"), ofColumn: 1)
        let list = list(model)
        #expect(list.marks.map(\.parts) == [[]])
        #expect(list.marks.first?.frame == model.shownFrame(of: CellPosition(row: 0, column: 1)))
    }

    @Test func aHitWithoutBytesStandsOutAsAWhole() throws {
        var query = FindQuery("")
        query.isWhole = true
        let model = try model([["a", ""], ["", "b"]], query)
        let fills = list(model).commands.filter { command in
            if case .fill(_, let color) = command {
                return color == Theme.light.matches.background
            } else {
                return false
            }
        }
        #expect(fills.count == 2)
    }

    @Test func oneColumnAloneIsMarkedWhereItIsAskedFor() throws {
        var query = FindQuery("a")
        query.column = 1
        #expect(try marks(model([["ab", "ac"]], query)) == ["ac": ["a"]])
    }

    @Test func whatIsBehindTheShownBytesIsMarkedBehindTheText() throws {
        let value = String(repeating: "x", count: 5000) + "needle"
        let model = try model([["y", value]], FindQuery("needle"))
        let list = list(model)
        let marks = try #require(list.marks.first)
        #expect(marks.parts.allSatisfy { $0.lowerBound > 5000 })
    }

    @Test func aHitBehindTheBeginningThatIsThereStandsOutWhereTheSearchWentToIt() throws {
        var snapshot = table(["a", "b"], [])
        var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
        for value in ["hay", "hay"] {
            builder.append(value.utf8)
            builder.endCell(CellInfo(state: .value, isCut: true), length: 10_000)
        }
        snapshot.rowCount = .exactly(1)
        snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
        var model = try model([["x", "y"]], FindQuery("needle"))
        snapshot.version = model.table.version.next
        model.apply(snapshot)
        let cell = CellPosition(row: 0, column: 1)
        let place = try #require(model.shownFrame(of: cell))
        func isMarked(_ model: GridModel) -> Bool {
            let list = list(model)
            return list.marks.contains { $0.frame == place && $0.parts.isEmpty }
        }
        model.activate(cell)
        #expect(!isMarked(model) && !model.isFoundBehind)
        model.foundCell = cell
        #expect(isMarked(model) && model.isFoundBehind)
        // Elsewhere nothing is known of it.
        model.activate(CellPosition(row: 0, column: 0))
        #expect(list(model).marks.isEmpty && !model.isFoundBehind)
        model.activate(cell)
        model.highlight = nil
        #expect(!isMarked(model) && !model.isFoundBehind)
    }

    @Test(arguments: [Theme.light, .dark, Theme.light.withHighContrast(), Theme.dark.withHighContrast()])
    func textIsReadableOnWhatStandsOut(_ theme: Theme) {
        for ground in [theme.matches.background, theme.matches.activeBackground] {
            #expect(ground.contrast(to: theme.text) >= 4.5)
        }
        #expect(theme.matches.activeBackground != theme.matches.background)
        if let edge = theme.matches.edge { #expect(edge.contrast(to: theme.background) >= 3) }
    }

    @Test func aValueIsLookedAtOnce() throws {
        let model = try model([["banana", "x"], ["an", "ban"]], FindQuery("an"))
        let highlight = try #require(model.highlight)
        let first = list(model)
        #expect(highlight.lookCount == 4)
        #expect(list(model) == first)
        #expect(highlight.lookCount == 4)
    }

    /// A part's place is as long as what is shown of the text before it.
    @Test func partsStandWhereTheSignsBeforeThemLeaveThem() {
        var random = SplitMix64(seed: 5)
        let pieces = ["a", "b", "\t", "\n", "é", "東", "\u{202E}", "\u{0}", "\u{FEFF}", " "]
        func visible(_ text: some StringProtocol) -> Int {
            var shown: [UInt8] = []
            Array(text.utf8).withUnsafeBufferPointer { Utf8.appendVisibly($0, to: &shown) }
            return shown.count
        }
        for _ in 0..<500 {
            let texts = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? "a"
            }
            let text = texts.joined()
            let first = Int.random(in: 0..<texts.count, using: &random)
            let end = Int.random(in: first + 1...texts.count, using: &random)
            let start = texts[..<first].joined().utf8.count
            let part = start..<start + texts[first..<end].joined().utf8.count
            var shown: [UInt8] = []
            let found = Array(text.utf8).withUnsafeBufferPointer {
                ShownText(format: nil, limit: 1000).append($0, to: &shown, marking: [part])
            }
            let expected = visible(texts[..<first].joined())..<visible(texts[..<end].joined())
            #expect(found == [expected], "\(text.debugDescription) \(part)")
        }
    }
}
