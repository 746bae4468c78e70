import Tabular
import Translation

extension EncodingFailure {
    package var message: String { message(remedy: .reopen) }

    package func message(remedy: Remedy) -> String {
        switch self {
        case .grown(let encoding):
            tr(
                "has grown. Files in {encoding} are not followed: open it again to see the rest.",
                ["encoding": encoding])
        case .overwritten:
            switch remedy {
            case .reopen: tr("was written over while it was open. Open it again to see it as it is now.")
            case .reload: tr("was written over while it was open. Reload it to see it as it is now.")
            }
        }
    }
}
