/// A language's letters beyond ASCII, which help to distinguish encodings.
struct Language: Sendable {
    /// The code of ISO 639-1, as locales begin with it.
    let code: String
    /// Lower-case letters from the most frequent to the rarest.
    let letters: String
    /// The cost in bits of assuming this language at all.
    var rarity = 0.0
    /// The growth of a letter's cost from one letter to the next: alphabets beyond ASCII are used evenly.
    var step: Double { letters.unicodeScalars.count > 20 ? 0.15 : 0.45 }

    static let western = [
        Language(code: "de", letters: "üäößé"), Language(code: "fr", letters: "éèàêçôœîûùâïë"),
        Language(code: "es", letters: "óíáéñúü"), Language(code: "pt", letters: "ãçáéíóêõúàâôü"),
        Language(code: "it", letters: "àèéùòì"), Language(code: "nl", letters: "éëïöüè"),
        Language(code: "sv", letters: "äöåé"), Language(code: "da", letters: "øæåéö"),
        Language(code: "ca", letters: "àéèóòíçúï", rarity: 2),
        Language(code: "is", letters: "ðáþíóúéæöý", rarity: 5),
        // Names from many countries.
        Language(code: "", letters: "éüöäáíóèñçàâêôîûúåøæÿãõëïìòùßœ", rarity: 1),
    ]
    static let central = [
        Language(code: "pl", letters: "łóżęąśćńź"), Language(code: "cs", letters: "íáéěščřžýůúňťďóü"),
        Language(code: "sk", letters: "áíéčšžýľťúôňďäóĺŕ"), Language(code: "hu", letters: "áéöóőüíúűä"),
        Language(code: "ro", letters: "ăţîâşșț"), Language(code: "hr", letters: "šžčćđ"),
        Language(code: "sl", letters: "čšž"), Language(code: "sq", letters: "ëç", rarity: 3),
    ]
    static let baltic = [
        Language(code: "lt", letters: "ėšžųįąūčę"), Language(code: "lv", letters: "āīēūšņļķžčģ"),
        Language(code: "et", letters: "äõüöšž"),
    ]
    static let turkish = [Language(code: "tr", letters: "ışğüöçİâîû")]
    static let cyrillic = [
        Language(code: "ru", letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
        Language(code: "uk", letters: "оаниівтерслкудмпязьбгчйхцжїюшєщфґ", rarity: 1),
        Language(code: "bg", letters: "аоиетнрсвлкдпмзгъуябчщцжйхшюфь", rarity: 1),
        Language(code: "sr", letters: "аоиенрстјумвкдплзгбчцшжњћхђљџф", rarity: 3),
    ]
    static let greek = [Language(code: "el", letters: "αοιετνσηρκάίόέπμλυςγδήθχφβύώζξψϊ")]
    static let hebrew = [Language(code: "he", letters: "יוהלארתבשמנםעדקחפטגכןסצזךףץ")]
    static let arabic = [
        Language(code: "ar", letters: "اليمنتوربعدكسحهفقجأخصشطةىضزثغذئظإءؤآ"),
        Language(code: "fa", letters: "ایرندمهوتبسشکزگفقحلخجعپصطچضذغژظثآ", rarity: 2),
    ]
    static let thai = [Language(code: "th", letters: "านรอกเง่ีมยลวดท้สตัะปบคหแจพชขใไโผูุิืำ็ถธภ")]

    /// Letters of the same script that the language lacks.
    static let foreignLetter = 9.0

    /// The cost of a letter, in bits.
    func cost(of letter: Unicode.Scalar) -> Double {
        // The small letter of İ is one of ASCII.
        let lower = letter == "İ" ? letter : letter.properties.lowercaseMapping.unicodeScalars.first ?? letter
        guard let rank = Array(letters.unicodeScalars).firstIndex(of: lower) else { return Self.foreignLetter }
        let base = letters.unicodeScalars.count > 20 ? 3.2 : 2.2
        return base + step * Double(rank) + (lower == letter ? 0 : 1)
    }
}
