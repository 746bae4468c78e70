import Tabular
import Testing

@testable import TabularEncodings
@testable import TabularText

private struct Sample: Sendable, CustomTestStringConvertible {
    var encoding: String
    var lines: [String]

    var testDescription: String { encoding + ": " + lines[0] }
    var bytes: [UInt8] { encoded(lines.joined(separator: "\r\n") + "\r\n", encoding) }
}

/// Of two lines to twenty, of words and of numbers with few words.
private let corpus = [
    Sample(
        encoding: "Windows-1252",
        lines: ["Name;Straße;Ort;Betrag", "Müller;Hauptstraße 5;München;12,50", "Weiß;Am Brühl 3;Köln;7,99"]),
    Sample(encoding: "Windows-1252", lines: ["id;name;wert", "1;Müller;2", "2;Schmidt;3"]),
    Sample(encoding: "Windows-1252", lines: ["Größe;Wert"] + (0..<20).map { "\($0);\($0 * 37)" }),
    Sample(
        encoding: "Windows-1252",
        lines: ["nom;prénom;ville;âge", "Lefèvre;Hélène;Besançon;34", "Noël;Françoise;Nîmes;28"]),
    Sample(encoding: "Windows-1252", lines: ["id,ville,prix €", "1,Orléans,5", "2,Paris,6"]),
    Sample(encoding: "Windows-1252", lines: ["date,temp °C,value"] + (1..<20).map { "2020-01-\($0),\($0).5,1" }),
    Sample(encoding: "Windows-1252", lines: ["año,país,población", "2020,España,47", "2022,Perú,33"]),
    Sample(encoding: "Windows-1252", lines: ["item,price", "“Tea”,£5", "Coffee – large,£7"]),
    Sample(
        encoding: "Windows-1251",
        lines: ["имя;город;сумма", "Иванов;Москва;100", "Петрова;Санкт-Петербург;250", "Сидоров;Новосибирск;75"]),
    Sample(encoding: "Windows-1251", lines: ["id;город", "1;Москва", "2;Казань"]),
    Sample(encoding: "Windows-1251", lines: ["Дата;Сумма"] + (1..<20).map { "2020-01-\($0);\($0 * 91)" }),
    Sample(encoding: "KOI8-R", lines: ["имя;город;сумма", "Иванов;Москва;100", "Сидоров;Новосибирск;75"]),
    Sample(encoding: "GB18030", lines: ["姓名,城市,金额", "张三,北京,100", "李四,上海,250", "王五,广州,75"]),
    Sample(encoding: "GB18030", lines: ["id,城市", "1,北京"]),
    Sample(encoding: "GB18030", lines: ["日期,数量"] + (1..<20).map { "2020-01-\($0),\($0 * 91)" }),
    Sample(encoding: "Big5", lines: ["姓名,城市,金額", "張三,台北,100", "李四,高雄,250", "王五,台中,75"]),
    Sample(encoding: "Shift-JIS", lines: ["名前,都市,金額", "田中太郎,東京,100", "鈴木花子,大阪,250"]),
    Sample(encoding: "Shift-JIS", lines: ["品名,価格", "りんご,100", "バナナ,250"]),
    // Half-width kana, a byte each: no pair of bytes among them is cut by a comma.
    Sample(encoding: "Shift-JIS", lines: ["ID,ﾒｲ", "1,ﾔﾏﾀﾞ", "2,ｽｽﾞｷ"]),
    Sample(encoding: "Shift-JIS", lines: ["ｶﾅ,ﾊﾞﾝｺﾞｳ", "ﾔﾏﾀﾞ ﾀﾛｳ,1", "ｽｽﾞｷ ﾊﾅｺ,2"]),
    Sample(encoding: "GB18030", lines: ["城市,人口", "成都,2100", "北京,2189"]),
    Sample(encoding: "Shift-JIS", lines: ["日付,数量"] + (1..<20).map { "2020-01-\($0),\($0 * 91)" }),
    Sample(encoding: "EUC-JP", lines: ["名前,都市,金額", "田中太郎,東京,100", "りんごとバナナ,名古屋,75"]),
    Sample(encoding: "EUC-JP", lines: ["都市,人口", "京都,147", "横浜,377"]),
    Sample(encoding: "EUC-JP", lines: ["name,qty", "山本太郎,3", "小林健一,5"]),
    Sample(encoding: "GB18030", lines: ["name,qty", "刘秀兰,3"]),
    Sample(encoding: "GB18030", lines: ["部门,成绩", "会计,3", "经理,5"]),
    Sample(encoding: "EUC-KR", lines: ["name,qty", "박지훈,3"]),
    Sample(encoding: "EUC-KR", lines: ["이름,도시,금액", "김철수,서울,100", "이영희,부산,250"]),
]

@Test(arguments: corpus)
private func legacyEncodingsAreGuessedFromShortSamples(_ sample: Sample) {
    let found = sample.bytes.withUnsafeBufferPointer { EncodingFinding($0) }
    #expect(found.name == sample.encoding)
    #expect(found.isGuess)
}

@Test(arguments: corpus)
private func wideTextIsFoundWithoutAMark(_ sample: Sample) {
    let text = sample.lines.joined(separator: "\n")
    for name in ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] {
        let found = encoded(text, name).withUnsafeBufferPointer { EncodingFinding($0) }
        #expect(found.name == name)
        #expect(!found.isGuess)
    }
}

/// Characters with a zero byte where the other order has it for ASCII.
@Test(
    arguments: [
        "이름,도시\n가람,서울\n나라,부산\n", "编号,名称\n一,一号\n二,一\n三,一等\n", "가,나\n가,다\n", "名　前,Ā\nａ,Ā\n",
    ], ["UTF-16LE", "UTF-16BE"])
func wideTextMayHaveZerosOnBothSides(_ text: String, _ name: String) {
    #expect(encoded(text, name).withUnsafeBufferPointer { EncodingFinding($0) }.name == name)
}

@Test(
    arguments: [
        // A few bad bytes in a text that is UTF-8 otherwise.
        Array("größe,Köln,Übung\n".utf8) + [0xFC, 0x0A], Array("größe\n".utf8) + [0xC3],
        // Text with NUL bytes, and none at all.
        Array("a,b\n\u{0},1\nabc,\u{0}\u{0}\n".utf8), Array("a\u{0},b\u{0}\n1,2\n".utf8), [], [0x61], [0x61, 0],
        [0, 0, 0, 0],
    ] as [[UInt8]])
func whatIsNotSurelyInAnotherEncodingIsUTF8(_ bytes: [UInt8]) {
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.name == "UTF-8")
}

@Test(
    arguments: [
        [0x61, 0x2C, 0xE4, 0x2C, 0xFE, 0x0A], [0x35, 0x30, 0xA0, 0x6B, 0x67, 0x0A],
        [0x34, 0xBA, 0x20, 0x42, 0x0A], [0x4E, 0x6F, 0xEB, 0x6C, 0x0A], Array("party".utf8) + [0x94, 0xA0, 0x0A],
    ] as [[UInt8]])
func lettersAndSignsWithoutOtherEvidenceAreWestern(_ bytes: [UInt8]) {
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.name == "Windows-1252")
}

/// EUC-JP has six characters that begin with 0xF4.
@Test func encodingsAreNotGuessedForCharactersTheyLack() {
    let bytes: [UInt8] = [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D]
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.name == "GB18030")
}

@Test func aSampleThatEndsInsideACharacterIsUTF8() {
    let text = Array(String(repeating: "größe,漢字,\u{1F600}\n", count: 20).utf8)
    for count in 0...text.count {
        #expect(text.prefix(count).withUnsafeBufferPointer { EncodingFinding($0) }.name == "UTF-8")
    }
}

@Test func binaryDataIsNotTakenForWideText() {
    var random = SeededGenerator(state: 9)
    for _ in 0..<50 {
        let sparse = (0..<400).map { $0 % 2 == 1 ? 0 : UInt8.random(in: 0...255, using: &random) }
        let wild = (0..<400).flatMap { _ in [UInt8.random(in: 0...31, using: &random), 0] }
        _ = sparse.withUnsafeBufferPointer { EncodingFinding($0) }
        #expect(wild.withUnsafeBufferPointer { EncodingFinding($0) }.name == "UTF-8")
    }
}
