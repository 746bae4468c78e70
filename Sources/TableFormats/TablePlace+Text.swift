import Translation

extension TablePlace {
    /// The name in messages, as the user entered it.
    public var name: String { givenName ?? tr("standard input") }
}
