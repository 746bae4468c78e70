import Tabular

/// The known length of a store.
package struct StoreLength: Sendable, Hashable {
    /// Bytes that can be read now.
    package var known: Int
    /// A Boolean value that indicates whether no more bytes will come.
    package var isComplete: Bool

    package init(known: Int, isComplete: Bool) {
        self.known = known
        self.isComplete = isComplete
    }
}

/// The changes of a store since it was complete.
package struct StoreNews: Sendable, Hashable {
    /// Bytes that can be read now: the earlier ones, and those that were appended.
    package var length: Int
    /// Any other change of the source.
    package var change: SourceChange?
    /// The trailing bytes after those.
    package var surplus: Surplus?

    package init(length: Int, change: SourceChange? = nil, surplus: Surplus? = nil) {
        self.length = length
        self.change = change
        self.surplus = surplus
    }
}

/// The findings of a check of a complete store.
package enum StoreOutlook: Sendable, Hashable {
    case news(StoreNews)
    /// Nothing yet: check again when the store reports an event, and at this monotonic time (nanoseconds).
    case nothing(until: UInt64)
    /// There will be no more news, since the source is not watched or `cancel` was called.
    case over
}

/// Bytes of a source that its text leaves out.
package struct Surplus: Sendable, Hashable {
    package enum Kind: Sendable {
        /// After the compressed streams, and in none of them.
        case behindCompressed
        /// The beginning of a character whose rest may still be written.
        case openCharacter
        /// The beginning of a comment: a line whose rest may still be written.
        case openComment
    }

    package var kind: Kind
    /// The first of them: in the compressed source, or in the one that is converted.
    package var byte: Int
    package var count: Int

    package init(kind: Kind, byte: Int, count: Int) {
        self.kind = kind
        self.byte = byte
        self.count = count
    }
}

/// The seam at which bytes are read: a file, a pipe that is being spooled, or a test's invention.
///
/// Reads may come from several threads at once. A store never returns bytes of another state of the source than before: when it
/// cannot guarantee that, it throws, and keeps throwing.
package protocol ByteStore: AnyObject, Sendable {
    var length: StoreLength { get }

    /// Reads bytes from `offset` on, at least one, perhaps fewer than `buffer` has room for. 0 means that no bytes are known
    /// there (yet).
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int

    /// Waits until more than `offset` bytes are known, no more will come, `cancel` was called, or the monotonic clock
    /// (nanoseconds) is at `deadline`.
    func wait(beyond offset: Int, deadline: UInt64) throws(ReadError) -> StoreLength

    /// Checks, once `length` is complete, for news other than `seen`, and makes appended bytes count: until this is called
    /// `length` stays the same. Continuous growth is reported no earlier than `notBefore` (monotonic nanoseconds). Does not
    /// wait.
    ///
    /// - Throws: The error that every read throws from now on, where bytes that were read have changed.
    func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook

    /// Calls `handler` whenever there may be news, on any thread, in place of the earlier handler; nil stops the calls. The
    /// handler must return at once.
    func onNews(_ handler: (@Sendable () -> Void)?)

    /// The change of the source so far, if any: checked after events. Never waits.
    var change: SourceChange? { get }

    /// Reports that bytes differ from those that were read before.
    ///
    /// - Returns: The error to throw, which every read throws from now on where this is the source itself.
    func isNotAsItWas() -> ReadError

    /// The identity of a file whose own bytes these are; nil unless it is unchanged since it was opened, and had been so for
    /// long enough to be identified by it.
    var identity: FileIdentity? { get }

    /// True where bytes that are appended after `length` was complete come to count, through `news`.
    var isFollowed: Bool { get }

    /// The progress of the bytes that this store's are made from: those done, and their total (0 where that is not known); nil
    /// where it returns the bytes of the source itself.
    var intake: (done: Int, total: Int)? { get }

    /// The trailing bytes, which do not belong to the store; known once `length` is complete.
    var surplus: Surplus? { get }

    /// The original bytes of the source, where these are converted to UTF-8; else the store itself.
    var source: any ByteStore { get }

    /// Returns the byte offset in `source` of the character at `offset`; for the end, the end. `offset` is one that has been
    /// known.
    func sourceOffset(of offset: Int) throws(ReadError) -> Int

    /// Returns the byte offset of the character that the byte `offset` of `source` belongs to; 0 before the text, nil after the
    /// known bytes. It may have to convert all bytes before.
    func textOffset(ofSource offset: Int) throws(ReadError) -> Int?

    /// Ends all waiting, now and later, from any thread. Known bytes stay readable.
    func cancel()
}

extension ByteStore {
    package var identity: FileIdentity? { nil }
    package var intake: (done: Int, total: Int)? { nil }
    package var surplus: Surplus? { nil }
    package var source: any ByteStore { self }
    package func sourceOffset(of offset: Int) throws(ReadError) -> Int { offset }
    package func textOffset(ofSource offset: Int) throws(ReadError) -> Int? {
        offset < length.known ? max(0, offset) : nil
    }
    package var change: SourceChange? { nil }
    package func isNotAsItWas() -> ReadError {
        ReadError(ByteFailure.otherBytes, of: .source(""))
    }
    package var isFollowed: Bool { false }

    package func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook { .over }
    package func onNews(_ handler: (@Sendable () -> Void)?) {}

    /// A Boolean value that indicates whether the bytes of index intervals are summed: for a file that may grow, where they can
    /// be read again at no other cost.
    package var isChecked: Bool { isFollowed && source === self }

    /// Returns the progress of a pass at `offset`, in bytes of the source itself.
    package func progress(at offset: Int) -> (done: Int, total: Int) {
        let (length, intake) = (length, intake)
        if length.isComplete { return (offset, length.known) }
        guard let intake, length.known > 0 else { return (offset, 0) }
        return (Int(Double(intake.done) * Double(offset) / Double(length.known)), intake.total)
    }

    /// Reads until `buffer` is full or no more bytes are known.
    package func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let read = try read(into: rest, at: offset + count)
            if read == 0 { break }
            count += read
        }
        return count
    }
}
