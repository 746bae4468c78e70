import TabularText
import Translation

extension TextSource {
    /// A source of the file at `path`, or of standard input where that is "-". Waits for nothing: what is wrong with the
    /// file is said by the snapshot's phase. `isLive` says whether what becomes of the file later is of interest. The index
    /// of a large file is kept in the user's cache.
    static func open(_ path: String, options: TextOptions, isLive: Bool = false) -> TextSource {
        guard path == "-" else {
            return TextSource(
                path: Environment.openablePath(path), name: path, options: options, isLive: isLive, cache: .ofUser)
        }
        return TextSource(fileDescriptor: 0, name: tr("standard input"), options: options)
    }
}
