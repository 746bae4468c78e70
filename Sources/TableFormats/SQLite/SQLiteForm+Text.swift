import Translation

/// The form for SQLite.
enum SQLiteForm {
    static let copy = "copy"

    static let form = OptionsForm([
        OptionsForm.Field(
            copy, label: tr("Look at a _copy"), .toggle,
            help: tr("For a database that was left in the middle of a change, or is written to all the time."))
    ])
}
