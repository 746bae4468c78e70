import QuadrilleRuntime
import Synchronization
import Tabular

/// The lines at requested offsets in a text, so that the next request counts from the nearest of them.
///
/// Reading a table needs no line numbers, so no pass counts them: they are counted when the user inspects a value.
package final class LinePlaces: Sendable {
    private struct Place {
        var offset = 0
        var lines = 0
        var isBehindCarriageReturn = false
    }

    /// Bytes between two kept offsets: for 10 GB some 600.
    private let interval: Int
    private let places = Mutex([Place()])

    package init(interval: Int = 1 << 24) { self.interval = interval }

    /// The line, from 1, of the byte at `offset` of a text that does not change before it; nil after the cancellation.
    package func line(at offset: Int, in store: any ByteStore, unless cancellation: Cancellation) throws(ReadError)
        -> Int?
    {
        var place = places.withLock { places in places.last { $0.offset <= offset } ?? Place() }
        let buffer = ReadBuffer(count: 1 << 18)
        while place.offset < offset {
            // No block extends over a kept offset.
            let end = min(offset, (place.offset / interval + 1) * interval)
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes.prefix(end - place.offset))
            let count = try store.read(into: room, at: place.offset)
            guard count > 0 else { break }
            place.lines += buffer.prefix(count).lineEnds(after: &place.isBehindCarriageReturn)
            place.offset += count
            if place.offset % interval == 0 {
                places.withLock { places in
                    if places.last.map({ $0.offset < place.offset }) ?? true { places.append(place) }
                }
                if cancellation.isRequested { return nil }
            }
        }
        return place.lines + 1
    }
}
