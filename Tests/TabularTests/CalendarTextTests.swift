import SeededRandom
import Testing

@testable import Tabular

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
private let longMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]

/// The names of months in other languages, whole and abbreviated.
private let foreignMonths = [
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "jänner febr. mrz april mai jun. jul. aug. sept. okt. nov. dez.",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "JANV. FÉVR. MARS AVR. MAI JUIN JUIL. AOÛT SEPT. OCT. NOV. DÉC.",
    "janv fevr mars avr mai juin juil aout sept oct nov dec",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene feb mar abr may jun jul ago sep oct nov dic",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "Jan. Fev. Mar. Abr. Mai. Jun. Jul. Ago. Set. Out. Nov. Dez.",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    "STYCZNIA LUTEGO MARCA KWIETNIA MAJA CZERWCA LIPCA SIERPNIA WRZEŚNIA PAŹDZIERNIKA LISTOPADA GRUDNIA",
    "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    "OCAK ŞUBAT MART NİSAN MAYIS HAZİRAN TEMMUZ AĞUSTOS EYLÜL EKİM KASIM ARALIK",
    "oca şub mar nis may haz tem ağu eyl eki kas ara",
    "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "ЯНВ ФЕВ МАР АПР МАЯ ИЮН ИЮЛ АВГ СЕН ОКТ НОЯ ДЕК",
    "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
].map { $0.split(separator: " ").map(String.init) }

private let foreignDays = [
    "Montag,", "donnerstag", "jeudi", "DIMANCHE", "miércoles,", "giovedì", "quinta-feira,", "sábado", "woensdag",
    "poniedziałek,", "piątek", "Четверг,", "воскресенье",
]

/// A day in the ways that people write it, each with the orders by which it is that day.
private func forms(_ year: Int, _ month: Int, _ day: Int) -> [(text: String, orders: Set<DateOrder>)] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (m, d, yy) = (two(month), two(day), two(year % 100))
    let all = Set(DateOrder.allCases)
    var forms: [(String, Set<DateOrder>)] = [
        ("\(year)-\(m)-\(d)", all), ("\(year)/\(month)/\(day)", all), ("\(year).\(m).\(d)", all),
        ("\(year). \(month). \(day).", all),
        ("\(year)年\(month)月\(day)日", all), ("\(day) \(longMonths[month - 1]) \(year)", all),
        ("\(day)-\(months[month - 1])-\(year)", all), ("\(d)\(months[month - 1].uppercased())\(year)", all),
        ("\(longMonths[month - 1]) \(day), \(year)", all), ("\(months[month - 1]). \(day), \(year)", all),
        ("\(months[month - 1].lowercased()) \(d) \(year)", all), ("\(day)/\(months[month - 1])/\(year)", all),
        ("Tue, \(d) \(months[month - 1]) \(year)", all), ("\(year)-\(months[month - 1])-\(d)", all),
        ("\(d)-\(months[month - 1])-\(yy)", [.dayFirst, .monthFirst]),
    ]
    let name = foreignMonths[(year * 31 + day) % foreignMonths.count][month - 1]
    forms += [
        ("\(day) \(name) \(year)", all), ("\(d). \(name) \(year)", all), ("\(year) \(name) \(day)", all),
        ("\(day)-\(name)-\(yy)", [.dayFirst, .monthFirst]),
    ]
    let (spanish, french) = (foreignMonths[5][month - 1], foreignMonths[2][month - 1])
    forms += [
        ("\(day) de \(spanish) de \(year)", all), ("\(day) DE \(spanish) DEL \(year)", all),
        ("\(day)º de \(spanish) de \(year)", all), ("\(day)er \(french) \(year)", all),
        ("\(day) \(foreignMonths[20][month - 1]) \(year) г.", all),
        ("\(day) \(foreignMonths[14][month - 1]) \(year) r.", all),
        ("\(foreignDays[(year + day) % foreignDays.count]) \(day) \(foreignMonths[2][month - 1]) \(year)", all),
        // Accents as characters of their own.
        ("\(day) f\u{65}\u{301}vrier \(year)", month == 2 ? all : []),
    ].filter { !$0.1.isEmpty }
    for sign in ["-", "/", "."] {
        forms.append(("\(day)\(sign)\(month)\(sign)\(year)", [.dayFirst]))
        forms.append(("\(m)\(sign)\(d)\(sign)\(year)", [.monthFirst]))
        forms.append(("\(yy)\(sign)\(m)\(sign)\(d)", [.yearFirst]))
        forms.append(("\(d)\(sign)\(m)\(sign)\(yy)", [.dayFirst]))
    }
    return forms
}

/// A time of day in the ways that people write it.
private func forms(hour: Int, _ minute: Int, _ second: Int) -> [String] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (clock, half) = (hour % 12 == 0 ? 12 : hour % 12, hour < 12 ? "AM" : "PM")
    let seconds = ":\(two(minute)):\(two(second))"
    var forms = [
        "\(hour)\(seconds)", "\(two(hour))\(seconds).000", "\(clock)\(seconds) \(half)",
        "\(clock)\(seconds)\(half.lowercased())",
    ]
    forms.append("\(two(clock))\(seconds)\u{202F}\(half)")
    forms.append("\(clock)\(seconds) \(half == "AM" ? "a.m." : "p.m.")")
    if second == 0 { forms += ["\(hour):\(two(minute))", "\(clock):\(two(minute)) \(half)"] }
    if second == 0 && minute == 0 { forms += ["\(clock) \(half)", "\(clock)\(half.lowercased())"] }
    return forms
}

private func seconds(_ text: String, _ order: DateOrder = .dayFirst) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer { CalendarText.dateTime($0, order)?.seconds }
}

/// The usual form has a reader of its own, which a zone leaves to the reader of all forms.
@Test(arguments: 0..<20 as Range<UInt64>)
func usualMomentIsReadAsWithItsZone(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let digits = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18]
    var (read, refused) = (0, 0)
    for _ in 0..<2000 {
        var text = Array(random.pick(["2024-02-29 23:59:59", "1582-10-04T00:00:00", "0004-01-31 12:30:60"]).utf8)
        for _ in 0..<random.int(1...3) { text[random.pick(digits)] = random.pick(Array("0123456789:/ ".utf8)) }
        let words = String(decoding: text, as: UTF8.self)
        let moment = seconds(words)
        #expect(moment == seconds(words + "Z"), "\(words)")
        if moment == nil { refused += 1 } else { read += 1 }
    }
    #expect(read > 200 && refused > 200)
}

@Test(arguments: 0..<40 as Range<UInt64>)
func momentIsTheSameInAllItsForms(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
        let (year, month, day) = (random.int(1970...2068), random.int(1...12), random.int(1...28))
        let (hour, minute, second) = (random.int(0...23), random.pick([0, 5, 59]), random.pick([0, 0, 7]))
        let iso = "\(year)-\(month)-\(day)"
        let start = try #require(seconds(iso))
        for (text, orders) in forms(year, month, day) {
            for order in orders {
                #expect(seconds(text, order) == start, "\(text) \(order)")
                let packed = Array(text.utf8).withUnsafeBufferPointer { CalendarText.date($0, order) }
                #expect(packed == year << 9 | month << 5 | day, "\(text) \(order)")
                for time in forms(hour: hour, minute, second) {
                    for divider in [" ", "T", ", ", "  "] where divider != "T" || !text.hasSuffix("日") {
                        let moment = seconds(text + divider + time, order)
                        #expect(
                            moment == start + hour * 3600 + minute * 60 + second, "\(text + divider + time) \(order)")
                    }
                }
            }
        }
        for time in forms(hour: hour, minute, second) {
            let found = Array(time.utf8).withUnsafeBufferPointer { CalendarText.time($0)?.seconds }
            #expect(found == hour * 3600 + minute * 60 + second, "\(time)")
        }
    }
}

@Test(arguments: [
    ("2018-04-06 19:18:42 +0000", 0), ("2018-04-06 19:18:42+02:00", -7200), ("2018-04-06T19:18:42-0530", 19800),
    ("2018-04-06 19:18:42 UTC", 0), ("2018-04-06 19:18:42 GMT+2", -7200), ("Fri Apr 06 19:18:42 +0000 2018", 0),
    ("Fri Apr  6 19:18:42 2018", 0), ("Fri, 06 Apr 2018 19:18:42 EST", 18000), ("06/Apr/2018:19:18:42 +0100", -3600),
    ("4/6/2018, 7:18:42 PM", 0), ("6. April 2018 19:18:42 MESZ", -7200), (" 2018-04-06 19:18:42 ", 0),
    ("\u{A0}2018-04-06 19:18:42\u{A0}", 0),
])
func zoneMovesTheMoment(text: String, ahead: Int) throws {
    let order: DateOrder = text.hasPrefix("4/") ? .monthFirst : .dayFirst
    let moment = try #require(seconds("2018-04-06 19:18:42"))
    #expect(seconds(text, order) == moment + ahead, "\(text)")
}

@Test(arguments: [
    "", "x", "May", "May 15", "15 May", "Dec-14", "2024-13-01", "2024-01-32", "1/2", "1/2/3", "1/2/024", "32/1/2024",
    "25:00",
    "9:5", "13:05 PM", "0:30 AM", "9:05 XM", "2024-01-01 25:00", "2024-01-01 10:00 CXT", "Mayday 5, 2024", "Sunday",
    "Apr 06 19:18:42",
    "2023-02-29", "2024-02-30", "1900-02-29", "31/04/2024", "April 31, 2024", "2024-06-31 10:00", "30.2.2024",
    // Languages other than English write no month first, and these words have other meanings.
    "Mai 5, 2024", "Set 5-12", "Out 5, 2024", "мая 5 2024", "Set 12 2024", "10SUB20", "12SET22", "jeudi", "jeudi 28",
    "lun. 28 mai 2015", "Quinta 5", "05dic2020",
    "5 Me 2024", "5 septembra 2024",
    "5 marz0 2024",
    "5 Mаy 2024", "5 de 2024", "5 de mayode 2024", "5 octobreoctobre 2024", "5 ma\u{3B9} 2024",
    "12/5/", "1-2-2024-3", "May 5, 2024 x", "2024年13月1日", "10:00 5/5/2024",
])
func otherTextsAreNoMoments(text: String) {
    for order in DateOrder.allCases { #expect(seconds(text, order) == nil, "\(text)") }
    #expect(Array(text.utf8).withUnsafeBufferPointer { CalendarText.kind(of: $0) } == nil, "\(text)")
}

@Test(arguments: 0..<30 as Range<UInt64>)
func kindAgreesWithReading(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
        "1", "12", "13", "31", "05", "24", "2024", "-", "/", ".", ":", " ", "T", ",", "May", "Feb", "Mon", "PM", "am",
        "Z", "+01",
    ]
    for _ in 0..<2000 {
        var text =
            random.int(0...1) == 0
            ? forms(2000 + random.int(0...68), random.int(1...12), random.int(1...31)).shuffled()[0].text : ""
        for _ in 0..<random.int(text.isEmpty ? 1...8 : 0...3) { text += random.pick(pieces) }
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { bytes in
            let kind = CalendarText.kind(of: bytes)
            for order in DateOrder.allCases {
                let (isDate, isMoment): (Bool, Bool) =
                    switch kind {
                    case .date(let sign): (sign.orders.contains(order), sign.orders.contains(order))
                    case .dateTime(let sign): (false, sign.orders.contains(order))
                    case .time, nil: (false, false)
                    }
                #expect((CalendarText.date(bytes, order) != nil) == isDate, "\(text) \(order)")
                #expect((CalendarText.dateTime(bytes, order) != nil) == isMoment, "\(text) \(order)")
            }
            #expect((CalendarText.time(bytes) != nil) == (kind == .time), "\(text)")
        }
    }
}

@Test func monthsAreNamedInSeveralLanguages() throws {
    for names in foreignMonths {
        try #require(names.count == 12)
        for (index, name) in names.enumerated() {
            #expect(seconds("28 \(name) 2015") == seconds("2015-\(index + 1)-28"), "\(name)")
        }
    }
}
