import SeededRandom
import Tabular
import TestStores
import Testing

@testable import TabularText

/// Values of all kinds, and of none.
private func value(_ random: inout SplitMix64) -> String {
    let whole = [
        "7", "-7", "007", "1.5", "1,5", "1.234", "1,234", "1.234,5", "1,234.5", "1 234", "1'234", "12,34,567", "10%",
        "10 %",
        "$5", "5 €", "€5", "(5)", "5-", "−5", "1e5", ".5", "5.", "5.-", "true", "No", "y", "0", "1", "NA", "-", "–",
        "?", "n/a", " ",
        "2024-01-31", "25/01/2031", "03/02/2031", "01/25/2031", "3.2.31", "31-12-15", "15-12-31", "28-May-15",
        "May 28, 2015",
        "9:05", "9:05 PM", "2024-01-31 10:00", "3/21/2014 9:05", "2018-04-06 19:18:42 +0200", "word", "A7",
        "192.168.100.101",
        "5 kg", "05/05/2031", "2000.01.31", "Fri Apr 06 19:18:42 +0000 2018",
    ]
    var text = random.pick(whole)
    let pieces = ["1", "0", "-", ".", ",", " ", "/", ":", "%", "$", "x", "€", "May", "\u{A0}"]
    for _ in 0..<random.pick([0, 0, 0, 1, 2]) {
        text.insert(
            contentsOf: random.pick(pieces), at: text.index(text.startIndex, offsetBy: random.int(0...text.count)))
    }
    return text
}

/// All forms that a column can have, as far as they read values in another way.
private let forms: [ValueForm] = {
    var forms = [ColumnType.code, .boolean, .time, .text].map { ValueForm($0) }
    let units = ["1", "1%", "$1", "1€"].compactMap { text in
        Array(text.utf8).withUnsafeBufferPointer { NumberScan($0)?.unit }
    }
    for mark in DecimalMark.allCases {
        for unit in units {
            var form = ValueForm(.decimal)
            (form.decimalMark, form.unit) = (mark, unit)
            forms.append(form)
        }
    }
    for type in [ColumnType.date, .dateTime] {
        for order in DateOrder.allCases {
            var form = ValueForm(type)
            form.dateOrder = order
            forms.append(form)
        }
    }
    return forms
}()

@Test(arguments: 0..<50 as Range<UInt64>)
func readingsOfAValueAreThoseOfEachForm(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<800 {
        let text = value(&random)
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            let types = TypeSet(chosen: bytes, .standard)
            for form in forms {
                for isChosen in [false, true] {
                    var form = form
                    form.isChosen = isChosen
                    let fit = form.fit(of: bytes)
                    if types.isNull && form.type != .text {
                        #expect(bytes.isEmpty ? fit == .empty : fit == .null, "'\(text)'")
                    } else if !bytes.isEmpty {
                        #expect((fit == .fits) == types.fits(form), "'\(text)' \(form)")
                    }
                }
            }
        }
    }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func columnIsLeftWithWhatFitsAllItsValues(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
        var homes = (0..<random.int(1...3)).map { _ in value(&random) }
        homes.append("NA")
        let values = (0..<random.int(1...8)).map { _ in random.pick(homes) }
        var types = TypeSet.unseen
        var tally = TypeTally()
        for text in values {
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                guard !bytes.isEmpty else { return }
                types.narrow(to: TypeSet(bytes))
                tally.add(TypeSet(chosen: bytes, .standard))
            }
        }
        let form = TypeResolution([types], [:], choices: [:], TypeContext()).form(of: 0)
        #expect(tally.misfits(of: form) == 0, "\(values) are \(form)")
        // No narrower one was overlooked.
        if form.type == .text, types != .null {
            let fitting = forms.filter { $0.type != .text && tally.misfits(of: $0) == 0 }
            #expect(
                fitting.isEmpty || types == [] && fitting.allSatisfy { $0.type == .boolean } || types.isOpen,
                "\(values): \(fitting)")
        }
    }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func auditFindsWhatEachValueSays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let kinds = [
        ["1", "22", "007", "-5", "NA"], ["1,5", "22", "-3,25", "1.234,50", "1.234.567"],
        ["1.5", "1,234.5", "3", "-", "1,234,567"],
        ["1.234", "999", "12.500"], ["1,234", "999", "12,500"], ["10%", "9 %", "1,5 %"], ["$5", "7", "$1,234.50"],
        ["2024-01-31", "25/01/2031", "?"], ["true", "no", "-"], ["2024-01-31 10:00", "2024-01-31"],
        ["1 234", "12", "1 234,5"],
    ]
    let columns = (0..<4).map { _ in
        var values = random.pick(kinds)
        if random.oneIn(3) { values.append(random.pick(["x", "1.5", "1,5", "", "5%", "€3", "007"])) }
        return values
    }
    let rows = (0..<400).map { _ in
        columns.map { random.oneIn(40) ? $0[$0.count - 1] : $0[random.int(0...($0.count - 1))] }
    }
    var options = TextOptions(reading: Dialect(delimiter: "|"))
    options.isForced = true
    let text = "a|b|c|d\n" + rows.map { $0.joined(separator: "|") + "\n" }.joined()
    let table = source(text, options: options)
    let snapshot = table.waitUntilComplete()
    let found = table.reader.state.current.typing
    for column in columns.indices {
        var (expected, nulls) = (TypeSet.unseen, 0)
        for row in rows where !row[column].isEmpty {
            let own = Array(row[column].utf8).withUnsafeBufferPointer { TypeSet($0) }
            expected.narrow(to: own)
            if own.isNull { nulls += 1 }
        }
        // Details of a reading that is left out may be.
        let resolved = TypeResolution([expected], [:], choices: [:], TypeContext(delimiter: "|")).form(of: 0)
        let own = TypeResolution([found.types[column]], [:], choices: [:], TypeContext(delimiter: "|")).form(of: 0)
        #expect(own == resolved, "\(columns[column])")
        #expect(found.types[column].numbers(.point) == expected.numbers(.point), "\(columns[column])")
        #expect(found.types[column].numbers(.comma) == expected.numbers(.comma), "\(columns[column])")
        if resolved.type != .text {
            #expect(snapshot.fit.nulls[column] ?? 0 == nulls || snapshot.columns[column].type == .text)
        }
    }
}

@Test func misfitsAndWordsAreCounted() throws {
    let text = "a;b;c\n1,5;x;NA\nword;y;2\n-;1;z\n;0;3\n1.000,5;on;-\n"
    var options = TextOptions()
    options.types.columns = ["a": .number(nil), "2": .boolean, "C": .number(.point)]
    let table = source(text, options: options).waitUntilComplete()
    #expect(table.columns.map(\.type) == [.decimal, .boolean, .integer])
    #expect(table.columns[0].form.decimalMark == .comma && table.columns[0].form.isChosen)
    #expect(table.fit.misfits == [0: 1, 1: 1, 2: 1] && table.fit.nulls == [0: 1, 2: 2])
}

@Test func detectedColumnsCountTheirWords() throws {
    let rows = (0..<5000).map { "\($0),\($0 % 3 == 0 ? "NA" : "\($0).5"),\($0 % 10 == 0 ? "-" : "x")" }
    var tuning = ReaderTuning()
    (tuning.auditPart, tuning.interval, tuning.threads) = (5000, 512, 3)
    let store = MemoryStore(Array(("a,b,c\n" + rows.joined(separator: "\n") + "\n").utf8))
    let table = source(store, tuning: tuning).waitUntilComplete()
    #expect(table.columns.map(\.type) == [.integer, .decimal, .text])
    #expect(table.fit.nulls == [1: 1667] && table.fit.misfits.isEmpty)
}

@Test func nullWordsAreThoseOfTheUser() throws {
    func types(_ words: [String]?, _ text: String = "a,b\n1,-999\nx1,5\n2,-\n") -> TableSnapshot {
        var options = TextOptions()
        options.types.nullWords = words
        return source(text, options: options).waitUntilComplete()
    }
    #expect(types(nil).columns.map(\.type) == [.text, .integer])
    #expect(types([]).columns.map(\.type) == [.text, .text])
    #expect(types(["x1", "-"]).columns.map(\.type) == [.integer, .integer])
    let sentinel = types(["-999", "-", "x1"])
    #expect(sentinel.fit.nulls == [0: 1, 1: 2] && sentinel.description.nullWords == ["-999", "-", "x1"])
}

@Test func choicesAreAppliedWithoutOpeningAgain() throws {
    let store = MemoryStore(Array("a;b\n1.234;3,4\n999;x\n12.500;1\n".utf8))
    let table = source(store)
    let before = table.waitUntilComplete()
    #expect(before.columns.map(\.type) == [.integer, .text] && before.columns[0].form.decimalMark == .comma)
    var choices = TypeChoices()
    choices.set(.number(.comma), for: 1, in: before.columns)
    choices.set(.number(.point), for: 0, in: before.columns)
    #expect(try table.apply(choices))
    let chosen = table.snapshot
    #expect(chosen.columns.map(\.type) == [.decimal, .decimal] && chosen.columns[0].form.decimalMark == .point)
    #expect(chosen.fit.misfits == [0: 0, 1: 1] && chosen.version > before.version)
    // What was counted is not read again.
    let reads = store.reads.load(ordering: .relaxed)
    choices.set(.code, for: 1, in: before.columns)
    #expect(try table.apply(choices) && table.snapshot.fit.misfits == [0: 0, 1: 2])
    #expect(try table.apply(TypeChoices()) && table.snapshot.columns == before.columns)
    #expect(store.reads.load(ordering: .relaxed) == reads)
    choices.nullWords = ["x"]
    #expect(try !table.apply(choices) && table.typeChoices == TypeChoices())
}

@Test(arguments: ["$-", "-$", "$ -", " -   € ", "- €", "NaT", "[NULL]"])
func accountsWriteNoValueAsADash(_ word: String) {
    Array(word.utf8).withUnsafeBufferPointer { #expect(NullWords.standard.contains($0)) }
    Array(word.utf8).withUnsafeBufferPointer { #expect(!NullWords(["x"]).contains($0)) }
}
