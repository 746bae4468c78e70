import QuadrilleRuntime
import Tabular
import Translation

extension ByteFailure {
    package var message: String { message(remedy: .reopen) }

    package func message(remedy: Remedy) -> String {
        switch self {
        case .notFound: tr("there is no such file. Check the name and the folder.")
        case .isFolder: tr("is a folder. Open a file in it.")
        case .notPermitted: tr("you may not read this file. Ask its owner, or change its permissions.")
        case .notOpened(let number):
            tr(
                "cannot be opened: {reason}. Check the file and the disk that it is on.",
                ["reason": systemMessage(number)])
        case .cut(let length, let size): Self.cutText(remedy, length, size)
        case .overwritten: Self.overwrittenText(remedy)
        case .replaced: tr("was replaced by another file. Shown is the one that was opened.")
        case .deleted:
            tr("was deleted or moved away. Shown is the file that was opened, as long as it is open.")
        case .otherBytes: Self.otherBytesText(remedy)
        }
    }

    private static func cutText(_ remedy: Remedy, _ length: Int, _ size: Int) -> String {
        switch remedy {
        case .reopen:
            tr(
                """
                was cut from {before} to {bytes} bytes while it was open. Open it again to see it as it is now.
                """, ["before": length.grouped, "bytes": size.grouped])
        case .reload:
            tr(
                """
                was cut from {before} to {bytes} bytes while it was open. Reload it to see it as it is now.
                """, ["before": length.grouped, "bytes": size.grouped])
        }
    }

    private static func overwrittenText(_ remedy: Remedy) -> String {
        switch remedy {
        case .reopen: tr("was written over while it was open. Open it again to see it as it is now.")
        case .reload: tr("was written over while it was open. Reload it to see it as it is now.")
        }
    }

    private static func otherBytesText(_ remedy: Remedy) -> String {
        switch remedy {
        case .reopen: tr("has other bytes than it had. Open it again to see it as it is now.")
        case .reload: tr("has other bytes than it had. Reload it to see it as it is now.")
        }
    }
}
