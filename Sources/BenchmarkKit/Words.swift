/// The words that made-up orders are made of. Each list has 2^n entries or so; they are picked by the remainder.
enum Words {
    static let firstNames: [StaticString] = [
        "Maren", "Tomás", "Aiko", "Lwazi", "Ines", "Oskar", "Zainab", "Bruno", "Yara", "Henrik", "Mei", "Pavel",
        "Noor", "Soledad", "Kwame", "Elif",
    ]
    static let lastNames: [StaticString] = [
        "Okafor", "Lindqvist", "Tanaka", "Müller", "Silva", "Haddad", "Novák", "Moreau", "Dlamini", "Petrova",
        "Castillo", "Nguyen", "Ferrari", "O'Brien", "Yılmaz", "Kowalska",
    ]
    static let countries: [StaticString] = [
        "Kenya", "Sweden", "Japan", "Germany", "Brazil", "Lebanon", "Czechia", "France", "Côte d'Ivoire", "Peru",
        "Vietnam", "Italy", "Ireland", "Türkiye", "Poland", "Canada",
    ]
    static let materials: [StaticString] = [
        "copper", "linen", "oak", "enamel", "wool", "glass", "brass", "clay", "paper", "cork", "steel", "silk", "slate",
        "bamboo", "leather", "stone",
    ]
    static let things: [StaticString] = [
        "kettle", "lamp", "bowl", "chair", "blanket", "clock", "shelf", "basket", "mirror", "vase", "notebook", "apron",
        "tray", "stool", "candle", "frame",
    ]
    static let answers: [StaticString] = ["true", "true", "true", "false"]
    static let notes: [StaticString] = [
        "gift", "call before delivery", "second floor", "paid by transfer", "returning customer", "fragile",
        "no packaging", "express",
    ]
    static let quotedNotes: [StaticString] = [
        "\"leave with the neighbour, please\"", "\"says \"\"ring twice\"\"\"", "\"first line\nsecond line\"",
        "\"door code 4711, then left\"",
    ]
}
