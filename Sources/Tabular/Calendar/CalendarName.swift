/// A name of a month at the beginning of a text, whole or in its usual abbreviation, or of a day of the week. Case and accents
/// do not count, as in `FÉVR` and `fevr`.
///
/// Every word names the same month in all the languages that have it. Days of the week are abbreviated in English only: `mar`
/// is March, or a Tuesday.
struct CalendarName {
    /// 1 for January; nil for a day of the week.
    let month: Int?
    /// Languages other than English write the day before the month, and English has some of their names as other words.
    let isEnglish: Bool

    private static let english = [
        "january february march april may june july august september october november december",
        "jan feb mar apr may jun jul aug sept oct nov dec",
        "jan feb mar apr may jun jul aug sep oct nov dec",
    ]
    private static let others = [
        // German.
        "januar februar märz april mai juni juli august september oktober november dezember",
        "jänner febr mrz apr mai jun jul aug sept okt nov dez",
        "jän feb mär apr mai jun jul aug sep okt nov dez",
        // French.
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janv févr mars avr mai juin juil août sept oct nov déc",
        "janv fév mars avr mai juin juil août sept oct nov déc",
        // Spanish.
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene feb mar abr may jun jul ago setiembre oct nov dic",
        // Italian.
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "gen feb mar apr mag giu lug ago sett ott nov dic",
        // Portuguese.
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "jan fev mar abr mai jun jul ago set out nov dez",
        // Dutch.
        "januari februari maart april mei juni juli augustus september oktober november december",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        // Polish.
        "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
        "sty lut mar kwi maj cze lip sie wrz paź lis gru",
        // Turkish.
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        "oca şub mar nis may haz tem ağu eyl eki kas ara",
        // Russian.
        "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
        "янв февр мар апр май июн июл авг сент окт нояб дек",
        "янв фев мар апр мая июн июл авг сен окт ноя дек",
    ]

    private static let englishDays =
        "monday tuesday wednesday thursday friday saturday sunday "
        + "mon tue tues wed weds thu thur thurs fri sat sun"
    private static let otherDays = [
        "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche", "lunes martes miércoles jueves viernes sábado domingo",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica", "segunda terça quarta quinta sexta sábado domingo",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        "poniedziałek wtorek środa czwartek piątek sobota niedziela",
        "понедельник вторник среда четверг пятница суббота воскресенье",
    ]

    /// A place in a hash table with linear probing; free where the key is 0.
    private struct Slot {
        var key: UInt64 = 0
        var name = CalendarName(month: nil, isEnglish: false)
    }

    private static let slotBits: UInt64 = 9
    private static let slots: [Slot] = {
        var slots = Array(repeating: Slot(), count: 1 << slotBits)
        func add(_ word: Substring, month: Int?, isEnglish: Bool) {
            Array(word.utf8).withUnsafeBufferPointer { text in
                guard let key = LetterKey(text, from: 0, before: text.count)?.key else { return }
                let index = slot(of: key, in: slots)
                guard slots[index].key == 0 else { return }
                slots[index] = Slot(key: key, name: CalendarName(month: month, isEnglish: isEnglish))
            }
        }
        for (lines, isEnglish) in [(english, true), (others, false)] {
            for line in lines {
                for (index, word) in line.split(separator: " ").enumerated() {
                    add(word, month: index + 1, isEnglish: isEnglish)
                }
            }
        }
        for (lines, isEnglish) in [([englishDays], true), (otherDays, false)] {
            for word in lines.joined(separator: " ").split(separator: " ") {
                add(word, month: nil, isEnglish: isEnglish)
            }
        }
        return slots
    }()

    /// The index of the slot that has the key, or that is free for it.
    private static func slot(of key: UInt64, in slots: [Slot]) -> Int {
        var index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - slotBits))
        while slots[index].key != key, slots[index].key != 0 { index = (index + 1) & (slots.count - 1) }
        return index
    }

    /// The name that the bytes from `start` on begin with, as a whole word, and its length.
    static func first(
        in text: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int
    ) -> (name: CalendarName, length: Int)? {
        guard let word = LetterKey(text, from: start, before: end) else { return nil }
        let slot = slots[slot(of: word.key, in: slots)]
        return slot.key == 0 ? nil : (slot.name, word.length)
    }
}

/// The letters of a word without case and accents, as a number: Latin or Russian ones, and as many as the longest name has.
private struct LetterKey {
    private static let limit = 12
    private static let cyrillic: UInt64 = 1 << 63

    /// A one, and five bits for each letter.
    let key: UInt64
    /// In bytes.
    let length: Int

    init?(_ text: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int) {
        var (index, key, letters, script) = (start, UInt64(1), 0, UInt64(0))
        while index < end {
            let byte = text[index]
            if byte < 0x80 {
                let letter = (byte | 0x20) &- 0x60
                guard letter &- 1 < 26 else { break }
                guard letters < Self.limit, script == 0 else { return nil }
                (key, letters, index) = (key << 5 | UInt64(letter), letters + 1, index + 1)
                continue
            }
            guard byte & 0xE0 == 0xC0, index + 1 < end else { break }
            let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
            if !Self.isAccent(scalar) {
                guard let (letter, own) = Self.letter(of: scalar) else { break }
                if letters == 0 { script = own }
                guard letters < Self.limit, script == own else { return nil }
                (key, letters) = (key << 5 | letter, letters + 1)
            }
            index += 2
        }
        guard letters > 2 else { return nil }
        (self.key, length) = (key | script, index - start)
    }

    private static func isAccent(_ scalar: UInt32) -> Bool { (0x300...0x36F).contains(scalar) }

    /// The number of a letter beyond ASCII, and the bit of its script.
    private static func letter(of scalar: UInt32) -> (UInt64, script: UInt64)? {
        let plain: Unicode.Scalar
        switch scalar {
        case 0x410...0x44F: return (UInt64(scalar - 0x410) & 0x1F, cyrillic)
        case 0xC0...0xC6, 0xE0...0xE6, 0x104, 0x105: plain = "a"
        case 0xC7, 0xE7: plain = "c"
        case 0xC8...0xCB, 0xE8...0xEB: plain = "e"
        case 0x11E, 0x11F: plain = "g"
        case 0xCC...0xCF, 0xEC...0xEF, 0x130, 0x131: plain = "i"
        case 0x141, 0x142: plain = "l"
        case 0xD1, 0xF1, 0x143, 0x144: plain = "n"
        case 0xD9...0xDC, 0xF9...0xFC: plain = "u"
        case 0x15A, 0x15B, 0x15E, 0x15F: plain = "s"
        case 0x179, 0x17A: plain = "z"
        default: return nil
        }
        return (UInt64(plain.value) & 0x1F, 0)
    }
}
