/// A search among names as the user types: finds names that contain a text, ignoring the case and accents of letters.
package struct NameSearch: Sendable, Hashable {
    private let fold = TextFold(ignoresCase: true, ignoresDiacritics: true)
    private let wanted: [UInt8]

    /// Every name contains an empty text.
    package init(_ text: String) { wanted = fold.folded(text) }

    package func holds(_ name: String) -> Bool {
        if wanted.isEmpty { return true }
        return fold.folded(name).withUnsafeBufferPointer { name in
            wanted.withUnsafeBufferPointer { wanted in
                var start = 0
                while start + wanted.count <= name.count {
                    var index = 0
                    while index < wanted.count, name[start + index] == wanted[index] { index += 1 }
                    if index == wanted.count { return true }
                    start += 1
                }
                return false
            }
        }
    }
}
