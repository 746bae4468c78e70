import Translation

extension SQLiteDetails {
    static var lockWords: String { tr("locked by another program: what it has saved is shown") }
}
