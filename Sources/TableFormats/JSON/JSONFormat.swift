import Tabular
import TabularBytes
import TabularJSON

extension TableFormat {
    /// JSON and NDJSON, their relaxed kinds (JSON5, JSONC) among them.
    static let json = TableFormat(
        name: "json",
        kinds: [
            FileKind("json", mimeType: "application/json"),
            FileKind("ndjson", "jsonl", mimeType: "application/x-ndjson"),
            FileKind("geojson", mimeType: "application/geo+json"),
        ],
        optionsForm: JSONForm.form(), formOf: JSONForm.form(of:),
        recognizes: { JSONDocument.recognizes($0.bytes, name: $0.name, isWhole: $0.isWhole) },
        open: { (bytes, options) throws(ReadError) in
            try JSONDocument(
                bytes.content, name: bytes.name,
                JSONOptions(
                    rowsAt: options[JSONForm.rowsAt].flatMap(RowsPath.init(written:)),
                    depth: options[JSONForm.depth].flatMap { Int($0) }, encoding: options.encoding),
                cache: .ofUser)
        })
}
