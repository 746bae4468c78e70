/// The kinds of pictures, by the ending of their file's name.
enum PictureKind: String {
    case png
    case svg
    case pdf

    init?(path: String) {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last else { return nil }
        self.init(rawValue: ending.lowercased())
    }
}
