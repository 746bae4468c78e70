import ArgumentParser
import TabularOps

/// Options for how a search compares texts.
struct FindOptions: ParsableArguments {
    @Flag(name: [.customLong("regex")], help: "TEXT is a regular expression.")
    var isPattern = false

    @Flag(name: [.customLong("whole")], help: "The whole value has to be it; an empty TEXT finds empty values.")
    var isWhole = false

    @Flag(name: .shortAndLong, help: "Capitals and small letters are the same.")
    var ignoreCase = false

    @Flag(name: .shortAndLong, help: "They are the same unless TEXT has a capital.")
    var smartCase = false

    @Flag(help: "Letters are the same with and without marks: zurich finds Zürich.")
    var ignoreDiacritics = false

    func validate() throws {
        if ignoreCase && smartCase { throw ValidationError("Give either --ignore-case or --smart-case, not both.") }
        if ignoreDiacritics && isPattern {
            throw ValidationError("--ignore-diacritics goes without --regex: write [uü] where either will do.")
        }
    }

    func query(_ text: String) -> FindQuery {
        var query = FindQuery(text)
        query.isPattern = isPattern
        query.isWhole = isWhole
        query.letterCase = ignoreCase ? .ignore : smartCase ? .smart : .match
        query.diacritics = ignoreDiacritics ? .ignore : .match
        return query
    }
}
