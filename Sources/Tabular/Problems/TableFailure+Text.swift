import QuadrilleRuntime
import Translation

extension TableFailure {
    package var message: String { message(remedy: .reopen) }

    package func message(remedy: Remedy) -> String {
        switch self {
        case .system(let byte, let number):
            Self.systemText(remedy, byte: byte.grouped, reason: systemMessage(number))
        case .noThread:
            tr(
                """
                was not read to its end, because the system allows no more threads. Other tables are not affected. Close \
                tabs or programs, then reload it.
                """)
        case .noThreadForTask:
            tr(
                """
                the task did not start, because the system allows no more threads. The table is as it was. Close tabs or \
                programs, then try again.
                """)
        case .noMemory(let bytes):
            tr(
                """
                needs {bytes} more bytes of memory than are available. Close other tables or programs, then try again.
                """, ["bytes": bytes.grouped])
        case .noTemporaryFile(let folder, let number):
            tr(
                """
                needs a temporary file in {folder}, which cannot be made: {reason}. Set TMPDIR to a folder that can \
                be written to.
                """, ["folder": folder, "reason": systemMessage(number)])
        case .noTemporaryRoom(let limit, let folder):
            tr(
                """
                needs more than the {bytes} bytes that it may take in {folder}: a tenth of what was free there stays \
                free. Make room there, or set TMPDIR to a folder that has more.
                """, ["bytes": limit.grouped, "folder": folder])
        case .notSpilled(let content, let number): content.fullText(systemMessage(number))
        }
    }

    private static func systemText(_ remedy: Remedy, byte: String, reason: String) -> String {
        switch remedy {
        case .reopen:
            tr(
                """
                reading stopped at byte {byte}: {reason}. Check the disk or the connection, then open it again.
                """, ["byte": byte, "reason": reason])
        case .reload:
            tr(
                """
                reading stopped at byte {byte}: {reason}. Check the disk or the connection, then reload it.
                """, ["byte": byte, "reason": reason])
        }
    }
}

extension SpilledContent {
    /// The message for a full temporary folder.
    fileprivate func fullText(_ reason: String) -> String {
        switch self {
        case .source:
            tr(
                """
                cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a folder that has \
                some.
                """, ["reason": reason])
        case .rowOrder:
            tr(
                """
                the order of its rows cannot be kept in the temporary folder: {reason}. Make room there, or set \
                TMPDIR to a folder that has some.
                """, ["reason": reason])
        case .sortedRows:
            tr(
                """
                what is sorted cannot be kept in the temporary folder: {reason}. Make room there, or set TMPDIR to a \
                folder that has some.
                """, ["reason": reason])
        }
    }
}
