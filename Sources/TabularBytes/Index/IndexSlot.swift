import QuadrilleRuntime

/// The place in a cache for the index of a source that is read in one way.
package struct IndexSlot {
    private let cache: IndexCache
    private let key: IndexKey
    private let store: any ByteStore

    /// Nil without a cache, and for sources that are not stored: small ones, those that are no files as they were opened, and
    /// those whose bytes are unpacked or converted. `reading` is that of `IndexKey`.
    package init?(in cache: IndexCache?, of store: any ByteStore, reading: String, start: Int, interval: Int) {
        guard let cache, let identity = store.identity, identity.size >= cache.minimumSize,
            store.length == StoreLength(known: identity.size, isComplete: true), start <= identity.size
        else { return nil }
        self.cache = cache
        self.store = store
        key = IndexKey(identity, reading: reading, start: start, interval: interval)
    }

    /// The index that was stored when the source was last read, if it is unchanged. Reads only the samples of the source.
    package var entry: IndexEntry? {
        guard let entry = cache.entry(for: key), samples == entry.samples else { return nil }
        return entry
    }

    /// Stores a complete index, with the format's findings, for the next time; unless the source has changed since it was
    /// opened.
    package func keep(_ index: RecordIndex, _ content: [UInt64]) {
        guard let samples else { return }
        // The bytes read match the key, if the source still does.
        guard store.identity == key.identity else { return }
        cache.keep(IndexEntry(index, samples: samples, content: content), for: key)
    }

    /// A hash of bytes from both ends of the source and from 14 offsets between; nil where it cannot be read.
    private var samples: UInt64? {
        let length = key.identity.size
        let (count, buffer) = (16, ReadBuffer(count: min(4096, length)))
        var hash = WordHash()
        for number in 0..<count {
            let offset = (length - buffer.bytes.count) / (count - 1) * number
            let isLast = number == count - 1
            let place = isLast ? length - buffer.bytes.count : offset
            guard let read = try? store.readFully(into: buffer.bytes, at: place), read == buffer.bytes.count
            else { return nil }
            hash.combine(bytes: UnsafeRawBufferPointer(buffer.bytes))
        }
        return hash.value
    }
}
