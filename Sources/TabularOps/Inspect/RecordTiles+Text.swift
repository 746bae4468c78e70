import Translation

extension RecordTiles {
    /// The name of a column whose values the source computes.
    static func name(ofGenerated name: String) -> String { tr("{column} · generated", ["column": name]) }
}
