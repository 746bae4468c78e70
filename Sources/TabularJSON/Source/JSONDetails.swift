import Tabular
import TabularEncodings

/// The facts of a table of JSON about how it is read.
struct JSONDetails: FormatDetails {
    /// Nil where the source of a table of elements has none.
    var encoding: EncodingDetails?
    var facts: [SourceDetail] = []

    var encodingName: String? { encoding?.name }
    var statusWords: [String] { encoding.map { [$0.words] } ?? [] }
    var infoLines: [(label: String, words: String)] { encoding.map { [$0.infoLine] } ?? [] }
    var infoMembers: [(key: String, value: JSONValue)] { encoding?.infoMembers ?? [] }
}

extension TableDescription {
    /// The facts of a table of JSON; nil where the table is none.
    var json: JSONDetails? {
        get { self[JSONDetails.self] }
        set { self[JSONDetails.self] = newValue }
    }
}
