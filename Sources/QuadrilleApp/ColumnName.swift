import Tabular

/// A column as a person names it: by its name, else by its number from 1, else by a spreadsheet's letters.
struct ColumnName: Sendable, Hashable, Codable {
    let text: String
    /// Where the column is, where that alone tells it, whatever names there are.
    private var place: Int?

    init(_ text: String) { self.text = text }

    /// The column at a 0-based place.
    init(at place: Int) { (text, self.place) = (String(place + 1), place) }

    /// The column that is meant: of several with the name, the first. Letters are capitals. O(columns).
    func index(in columns: [Column]) -> Int? {
        if let place { return columns.indices.contains(place) ? place : nil }
        if let named = columns.firstIndex(where: { $0.name == text }) { return named }
        if let number = Int(text) { return columns.indices.contains(number - 1) ? number - 1 : nil }
        guard let place = Self.place(ofLetters: text) else { return nil }
        return columns.indices.contains(place) ? place : nil
    }

    /// The 0-based column of spreadsheet letters: A is 0, Z is 25, AA is 26. Nil for anything else, or beyond ZZZZ.
    private static func place(ofLetters text: String) -> Int? {
        let letters = text.utf8
        guard (1...4).contains(letters.count), letters.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
        else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 } - 1
    }

    /// What to say when there is no such column: what is nearest, or what there is.
    func unknown(option: String, in columns: [Column]) -> String {
        let start = "\(option) '\(text)': there is no such column. "
        let nearest = nearest(in: columns)
        if !nearest.isEmpty { return start + "Did you mean \(Self.list(nearest))?" }
        guard !columns.isEmpty else { return start + "The table has none." }
        let first = columns.indices.prefix(5).map { columns[$0].title(at: $0) }
        let rest = columns.count > first.count ? ", and \(StatusText.grouped(columns.count - first.count)) more" : ""
        return start
            + "There \(columns.count == 1 ? "is" : "are") \(first.map { "'\($0)'" }.joined(separator: ", "))\(rest)."
    }

    private static func list(_ names: [String]) -> String {
        let quoted = names.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension ColumnName {
    /// Names that are compared, and their letters: more are not worth the wait.
    private static let comparedNames = 10_000
    private static let comparedLetters = 64

    /// Up to three names that may have been meant, nearest first: those that differ in capitals alone, those that begin
    /// like it, and those that a few changed letters make of it.
    func nearest(in columns: [Column]) -> [String] {
        let wanted = Array(text.lowercased().prefix(Self.comparedLetters))
        let limit = max(1, wanted.count / 3)
        var found: [(distance: Int, name: String)] = []
        for name in columns.lazy.map(\.name).prefix(Self.comparedNames) where !name.isEmpty {
            let letters = Array(name.lowercased().prefix(Self.comparedLetters))
            let beginsAlike = wanted.count >= 2 && letters.starts(with: wanted)
            let distance = beginsAlike ? min(1, letters.count - wanted.count) : Self.distance(wanted, letters, limit)
            if distance <= limit, !found.contains(where: { $0.name == name }) { found.append((distance, name)) }
        }
        // The sort is stable: of equals, the first column's name.
        return found.sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
    }

    /// How many letters must be put in, taken out, exchanged, or swapped with the next to make one of the other (the
    /// optimal string alignment distance); anything above `limit` when it is more than that.
    private static func distance(_ a: [Character], _ b: [Character], _ limit: Int) -> Int {
        guard abs(a.count - b.count) <= limit else { return limit + 1 }
        var lines = (before: [Int](), above: Array(0...b.count))
        for row in a.indices {
            var line = [row + 1]
            for column in b.indices {
                let exchanged = lines.above[column] + (a[row] == b[column] ? 0 : 1)
                var best = min(exchanged, lines.above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, lines.before[column - 1] + 1)
                }
                line.append(best)
            }
            lines = (lines.above, line)
        }
        return lines.above[b.count]
    }
}
