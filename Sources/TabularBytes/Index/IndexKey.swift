/// The source of an index, its state, and the way in which it is read.
///
/// All of it is words, and an entry of the cache begins with them: an entry whose first words differ is of another source, of
/// another state of it, read in another way, or of another version of this program.
package struct IndexKey: Sendable, Hashable {
    /// The letters and then the version. If you change the format, the rules for records, or the findings that a format stores
    /// (how types are inferred, the ordinals of its kinds of problems, the words of their details), change the version.
    private static let magic: UInt64 = 0x0009_5841_4449_5551

    package let words: [UInt64]
    /// The file name of the entry: the same for all states of a file, so that a new one replaces an old one.
    package let name: String
    package let identity: FileIdentity
    package let start: Int
    package let interval: Int

    /// Makes the key of a file whose first record begins at `start`; `reading` identifies the format and all choices that
    /// change its records, or the data stored with them.
    package init(_ identity: FileIdentity, reading: String, start: Int, interval: Int) {
        var letters = WordWriter()
        letters.write(bytes: Array(reading.utf8))
        let place = [identity.device, identity.number, UInt64(start), UInt64(interval)] + letters.words
        let state = [UInt64(identity.size), UInt64(bitPattern: Int64(identity.modified))]
        words = [Self.magic] + place + state + [UInt64(bitPattern: Int64(identity.changed))]
        var hash = WordHash()
        hash.combine(place)
        name = hash.value.hexadecimal + IndexCache.suffix
        self.identity = identity
        self.start = start
        self.interval = interval
    }
}

extension UInt64 {
    /// 16 digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
