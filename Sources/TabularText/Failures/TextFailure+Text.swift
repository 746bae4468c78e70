import Tabular
import Translation

extension TextFailure {
    package var message: String { message(remedy: .reopen) }

    package func message(remedy: Remedy) -> String {
        switch self {
        case .foreign(let format, let packing): Self.foreignText(format, packing)
        case .encryptedDatabase: tr("may be an encrypted database (SQLCipher), or no database at all.")
        case .unknownEncoding(let encoding):
            tr(
                "cannot be read in the encoding '{encoding}', which is not known. iconv -l lists those that are.",
                ["encoding": encoding])
        case .closed: tr("was closed before all of it was read. Open it again and retry.")
        case .endsBefore(let row): Self.endsBeforeText(remedy, row.grouped)
        case .endsAt(let byte, let end): Self.endsAtText(remedy, byte.grouped, end.grouped)
        case .begun: tr("has more in it now than the little by which it was opened. Open it again to see it.")
        }
    }

    private static func foreignText(_ format: ForeignFormat, _ packing: String?) -> String {
        guard let packing else {
            return tr("is {kind}, which is not read yet. {advice}", ["kind": format.kind, "advice": format.advice])
        }
        return tr(
            "is {kind} in {compression}, which is not read yet. {advice}",
            ["kind": format.kind, "compression": packing, "advice": format.advice])
    }

    private static func endsBeforeText(_ remedy: Remedy, _ row: String) -> String {
        switch remedy {
        case .reopen:
            tr("ends before row {row}, which was there when the rows were counted. Open it again.", ["row": row])
        case .reload:
            tr("ends before row {row}, which was there when the rows were counted. Reload it.", ["row": row])
        }
    }

    private static func endsAtText(_ remedy: Remedy, _ byte: String, _ end: String) -> String {
        switch remedy {
        case .reopen:
            tr(
                """
                ends at byte {byte}, and went on to byte {end} when its records were found. Open it again.
                """, ["byte": byte, "end": end])
        case .reload:
            tr(
                """
                ends at byte {byte}, and went on to byte {end} when its records were found. Reload it.
                """, ["byte": byte, "end": end])
        }
    }
}
