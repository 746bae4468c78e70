import Testing

@testable import TabularEncodings
@testable import TabularText

private struct Line: CustomTestStringConvertible, Sendable {
    let encoding: String
    let text: String
    var testDescription: String { "\(encoding): \(text)" }
}

/// Short texts, as small files of a shop or an office have them.
private let texts = [
    Line(encoding: "Windows-1250", text: "miasto;uwagi\nŁódź;źle się dzieje\nGdańsk;żaglówka\n"),
    Line(encoding: "Windows-1250", text: "město;poznámka\nPlzeň;příliš žluťoučký kůň\n"),
    Line(encoding: "Windows-1250", text: "város;név\nGyőr;Szűcs Ödön\nPécs;Kőműves Jenő\n"),
    Line(encoding: "Windows-1250", text: "oraş;ţară\nTimişoara;România\nGalaţi;Moldova şi altele\n"),
    Line(encoding: "Windows-1251", text: "Єва,Київ\n"), Line(encoding: "Windows-1251", text: "имя;город\nПётр;Омск\n"),
    Line(encoding: "Windows-1253", text: "πόλη;όνομα\nΑθήνα;Γιώργος\n"),
    Line(encoding: "Windows-1254", text: "şehir;not\nEskişehir;gümüş\nMuğla;çekiç\n"),
    Line(encoding: "Windows-1257", text: "miestas;pastaba\nŠiauliai;žalias ąžuolas\nKėdainiai;šuo\n"),
    Line(encoding: "Windows-1257", text: "pilsēta;piezīme\nRīga;ļoti skaista\nCēsis;šeit\n"),
    Line(encoding: "KOI8-R", text: "город;имя\nТверь;Иван\nПсков;Мария\n"),
    Line(encoding: "CP866", text: "город;имя\nТверь;Иван\nПсков;Мария\n"),
    Line(encoding: "CP850", text: "Ort;Wort\nMünchen;Tür\nKöln;grün\n"),
    // In Mac Roman the ß is a middle dot in words.
    Line(encoding: "CP850", text: "Straße;Größe\nHöhenweg;10\nÄußere Gasse;20\nÜberlinger Str.;30\n"),
    Line(encoding: "MACINTOSH", text: "ville;boisson\nNîmes;café\nOrléans;thé glacé\n"),
    Line(encoding: "Windows-1252", text: "Calle;N\n4º B;1\n2º C;2\n"),
    Line(encoding: "Windows-1252", text: "the leader’s “party”\u{A0}\nplain\n"),
    Line(encoding: "Windows-1252", text: "name;size\nfiber;12 µm\nlead;3 µg/L\n"),
    Line(encoding: "Windows-1252", text: "name;size\ntank;7 m³\n"),
    Line(encoding: "Windows-1252", text: "name;price\nPaint®;50¢\n"),
    Line(encoding: "Windows-1252", text: "mot\ncœur\nsœur\n"),
    Line(encoding: "ISO-8859-2", text: "slovo\nŠťastný Žižka\nŠťáva\nvšichni\n"),
    Line(encoding: "Windows-1251", text: "ФИО;ДОЛЖНОСТЬ\nСИДОРОВ;ИНЖЕНЕР\nБЕЛОВА;ДИРЕКТОР\n"),
    Line(encoding: "KOI8-R", text: "ГОРОД;ИМЯ\nТВЕРЬ;СТЕПАН\nКАЗАНЬ;МАРИЯ\n"),
    Line(encoding: "Windows-1254", text: "AD;İL\nAYŞE;ŞIRNAK\nOĞUZ;DİYARBAKIR\n"),
    Line(encoding: "SHIFT_JIS", text: "日付,摘要\n1,電気代\n2,売上\n"),
    Line(encoding: "Windows-1252", text: "name;value\nnote¹;5\n"),
    Line(encoding: "Windows-1252", text: "nafn;borg\nGuðni;Selfoss\n"),
    Line(encoding: "Windows-1252", text: "borg;nafn\nReykjavík;Þórður Jónsson\nAkureyri;Guðrún Æsa\n"),
]

@Test(arguments: texts)
private func shortTextIsReadInItsEncoding(_ line: Line) throws {
    let bytes = encoded(line.text, line.encoding)
    let found = bytes.withUnsafeBufferPointer { EncodingFinding($0) }
    let encoding = try #require(found.encoding)
    let sample = bytes.withUnsafeBufferPointer { DecodedSample($0, encoding) }
    #expect(String(String.UnicodeScalarView(sample.scalars)) == line.text, "\(found.name)")
}

@Test(arguments: texts)
private func noControlCharacterIsMadeOfALetter(_ line: Line) throws {
    let bytes = encoded(line.text, line.encoding)
    for candidate in bytes.withUnsafeBufferPointer({ LegacyText.candidates(in: $0) }).prefix(1) {
        let encoding = try #require(TextEncoding(EncodingName(candidate.name)))
        let sample = bytes.withUnsafeBufferPointer { DecodedSample($0, encoding) }
        #expect(!sample.scalars.contains { (0x80...0x9F).contains($0.value) })
        #expect(sample.invalidCount == 0)
    }
}

@Test func localeDecidesBetweenLikelyLanguages() {
    // One letter: ş in Turkish, þ in Icelandic, ţ in Romanian.
    let bytes: [UInt8] = Array("k;v\n1;ka".utf8) + [0xFE] + Array("a\n".utf8)
    func first(_ locale: String?) -> String? {
        bytes.withUnsafeBufferPointer { LegacyText.candidates($0, locale: locale) }.first?.name
    }
    #expect(first("tr") == "Windows-1254")
    #expect(first("ro") == "Windows-1250")
}

@Test(
    arguments: [
        (["tr_TR.UTF-8"], "tr"), (["", "de_DE"], "de"), (["C.UTF-8"], nil), (["POSIX", "fr_FR"], nil), ([], nil),
    ] as [([String], String?)])
func localeNamesItsLanguage(_ names: [String], _ code: String?) {
    #expect(LocaleLanguage.code(of: names) == code)
}

/// A value that a column repeats is no more evidence than one.
@Test(
    arguments: [
        "Perú", "Bogotá", "naïve", "Österreich", "pièce", "mètre", "Genève", "garçon", "Málaga", "Haïti", "ESPAÑA",
        "ÉCOLE", "Ø", "‰", "ñ", "ü",
    ], [1, 5, 100])
func repeatedValueIsReadAsOne(_ value: String, _ count: Int) {
    let bytes = encoded("id,c\n" + (1...count).map { "\($0),\(value)\n" }.joined(), "Windows-1252")
    let first = bytes.withUnsafeBufferPointer { LegacyText.candidates($0, locale: nil) }.first
    #expect(first?.name == "Windows-1252")
}

@Test func halvesOfPairsLeaveUTF8() {
    let bytes = Array("v\nköln\nü".utf8) + [0xED, 0xA0, 0xBD] + Array("\n".utf8)
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.encoding == nil)
}

@Test func aZeroByteMakesNoWideText() {
    let bytes = Array("col1|col2\nval1|val".utf8) + [0] + Array("2\n".utf8)
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.name == "UTF-8")
}

@Test func escapesOfISO2022JPAreRead() {
    let bytes = encoded("名前,都市\n田中,東京\n", "ISO-2022-JP")
    #expect(bytes.withUnsafeBufferPointer { EncodingFinding($0) }.name == "ISO-2022-JP")
}
