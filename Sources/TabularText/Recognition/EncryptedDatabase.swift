import TabularBytes

/// Databases of SQLCipher, which have no signature: pages of a fixed size that look random from the first byte on.
enum EncryptedDatabase {
    private static let endings: Set<Substring> = ["db", "sqlite", "sqlite3", "db3"]
    /// The smallest page; no database has fewer than two.
    private static let page = 512
    /// The random bytes that such a file begins with, the salt of its key.
    private static let saltBytes = 16

    /// Returns true where a file called `name` that begins with `sample`, and is of no known kind, may be encrypted.
    static func mayBe(_ sample: UnsafeBufferPointer<UInt8>, length: StoreLength, name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), length.isComplete, length.known >= 2 * page,
            length.known.isMultiple(of: page), sample.count >= 2 * page
        else { return false }
        return endings.contains(Substring(name[dot...].dropFirst().lowercased()))
            && isSalt(sample[..<saltBytes]) && isEven(sample[..<(2 * page)])
    }

    /// Returns false for text and for a header of few values; wrongly for one of 10,000 salts.
    private static func isSalt(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let printable = bytes.count { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
        return printable < 14 && Set(bytes).count >= 11
    }

    /// Returns true where no value is more frequent than among random bytes: every text has frequent letters or spaces.
    private static func isEven(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        return counts.allSatisfy { $0 <= bytes.count / 40 }
    }
}
