import Tabular

/// The evidence for a column's use: its name, and a sample of its values.
struct ColumnTraits {
    let type: ColumnType
    /// The words of its name, in lower case.
    let words: Set<String>
    /// Different values in the sample, not counting the empty one.
    let distinct: Int
    /// The number of nonempty values in the sample.
    private let filled: Int
    private let sampled: Int
    /// A Boolean value that indicates whether the values are whole numbers that strictly ascend.
    let isCounting: Bool

    init(_ column: Column, at index: Int, sample: [[String]]) {
        type = column.type
        words = NameWords.words(of: column.name)
        let values = sample.map { index < $0.count ? $0[index] : "" }
        let filledValues = values.filter { !$0.isEmpty }
        sampled = values.count
        filled = filledValues.count
        distinct = Set(filledValues).count
        let numbers = filledValues.compactMap { Int($0) }
        isCounting =
            numbers.count == filled && filled >= 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// A Boolean value that indicates whether every sampled row has a value and no value occurs twice.
    var isUnique: Bool { sampled >= 2 && distinct == sampled }

    /// The rank of the column for grouping rows, 0 best; nil where its values do not repeat, or are measures.
    var groupRank: Int? {
        guard type != .decimal, type != .empty, type != .time, filled >= 2, !isCounting else { return nil }
        let isDay = type == .date || !words.isDisjoint(with: NameWords.days)
        let isNamed = isDay || !words.isDisjoint(with: NameWords.categories)
        // The sample is small; a fitting column name makes up for that in part.
        guard isNamed ? distinct * 3 <= filled * 2 : distinct * 2 <= filled else { return nil }
        // A single value in the whole sample may mean a table sorted by the column, or a column without information.
        if distinct == 1 && !isNamed { return 5 }
        if isDay { return 0 }
        if isNamed { return 1 }
        switch type {
        case .text, .dateTime, .date: return 2
        case .boolean: return 3
        case .integer, .decimal, .code, .time, .duration, .mixed, .empty: return 4
        case .binary, .json: return nil
        }
    }
}

/// Words in column names that indicate the use of the column.
enum NameWords {
    static let durations: Set<String> = [
        "hours", "hour", "hrs", "duration", "minutes", "mins", "seconds", "secs", "elapsed", "effort",
    ]
    static let amounts: Set<String> = [
        "amount", "weight", "size", "total", "sum", "cost", "price", "value", "volume", "length",
        "bytes", "share", "mass", "revenue", "sales", "yield",
    ]
    static let counts: Set<String> = ["count", "quantity", "qty", "pieces"]
    static let identities: Set<String> = [
        "id", "number", "no", "nr", "code", "key", "index", "year", "zip", "postcode", "phone", "latitude", "longitude",
        "lat", "lon", "lng",
    ]
    static let days: Set<String> = ["day", "date", "weekday", "week", "month"]
    static let categories: Set<String> = [
        "category", "group", "type", "kind", "class", "section", "department", "team", "status", "genre", "family",
        "region", "country", "city", "place", "habitat",
    ]

    /// The words of a name, in lower case: runs of letters, split at capitals, so `durationMinutes` is two words.
    static func words(of name: String) -> Set<String> {
        var words: Set<String> = []
        var word = ""
        var wasLower = false
        for character in name {
            if !character.isLetter || (character.isUppercase && wasLower) {
                words.insert(word)
                word = ""
            }
            if character.isLetter { word += character.lowercased() }
            wasLower = character.isLowercase
        }
        words.insert(word)
        words.remove("")
        return words
    }
}
