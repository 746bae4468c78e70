import Tabular
import Translation

/// A failure to make a picture or a printed file, with the facts in its message.
enum PictureFailure: ErrorReason {
    case tooManyPixels(String, width: Int, height: Int)
    case tooManyCells(String)
    /// Drawing failed; `message` is the drawing library's.
    case notDrawn(String, message: String)

    var message: String {
        switch self {
        case .tooManyPixels(let path, let width, let height):
            Self.tooLargeText(
                path,
                tr(
                    "{width} × {height} pixels",
                    ["width": StatusText.grouped(width), "height": StatusText.grouped(height)]))
        case .tooManyCells(let path): Self.tooLargeText(path, tr("too many cells"))
        case .notDrawn(let path, let message): tr("{source}: {message}", ["source": path, "message": message])
        }
    }

    private static func tooLargeText(_ path: String, _ size: String) -> String {
        tr(
            """
            {path}: the picture would have {size}, more than one can have. Nothing was written. Select less, take a \
            smaller scale, or print it to a file (Ctrl+P).
            """, ["path": path, "size": size])
    }
}
