import Translation

extension SQLiteDetails {
    static var lockWords: String { tr("locked by another program: what it has saved is shown") }

    static func copyWords(_ size: Int) -> String { tr("a copy of {size} is shown", ["size": ShownBlob.size(size)]) }
}
