import Translation

extension ReadError {
    /// The name of the error's subject: for a source, as the user entered it.
    public var source: String {
        get { subject.words }
        set { subject = .source(newValue) }
    }

    /// The failure and the next step for the user, in one or two sentences without the source's name; in the language of
    /// the interface.
    public var message: String { reason.message }

    public var description: String { description(remedy: .reopen) }

    /// The same line for users who can apply `remedy`.
    package func description(remedy: Remedy) -> String {
        let message = reason.message(remedy: remedy)
        guard let position else { return tr("{source}: {message}", ["source": source, "message": message]) }
        return tr(
            "{source}: record {record} (line {line}, byte {byte}): {message}",
            [
                "source": source, "record": "\(position.record)", "line": "\(position.line)",
                "byte": "\(position.byte)", "message": message,
            ])
    }
}

extension ReadError.Subject {
    fileprivate var words: String {
        switch self {
        case .source(let name): name
        case .table: tr("the table")
        case .filter: tr("the filter")
        case .condition(let condition): tr("the filter '{condition}'", ["condition": condition])
        case .value(let beginning): tr("the value '{value}…'", ["value": beginning])
        }
    }
}
