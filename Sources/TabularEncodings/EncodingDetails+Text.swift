import Translation

extension EncodingDetails {
    /// "UTF-8", "UTF-16LE with BOM", "Windows-1252 (guessed)", "UTF-8 (Windows-1252 fits)".
    package var words: String {
        var words = name
        if hasByteOrderMark { words = tr("{encoding} with BOM", ["encoding": words]) }
        if isGuessed { words = tr("{encoding} (guessed)", ["encoding": words]) }
        if let suggested { words = tr("{encoding} ({other} fits)", ["encoding": words, "other": suggested]) }
        return words
    }
}
