import QuadrilleRuntime
import Tabular
import TabularBytes

/// The beginning of a source: enough to recognize it.
package struct OpeningSample {
    /// The amount of a source that is read.
    struct Extent {
        /// The most bytes to read.
        var length: Int
        /// Nanoseconds to wait for more, once there is enough to recognize something, where more may arrive: in all, and for
        /// the next byte.
        var patience: UInt64 = 0
        var quiet: UInt64 = 0
    }

    /// Doubled, so that a table of 100,000 columns is known after little more than its first two records.
    private static let longest = 1 << 24
    /// A sample that is larger is enough even if all of it may be comments.
    private static let longestComments = 1 << 20

    private let buffer: ReadBuffer
    private let count: Int
    private var first = 0
    /// A Boolean value that indicates whether it is the whole source.
    package let isWhole: Bool
    /// A Boolean value that indicates whether it is enough to recognize the source.
    let isEnough: Bool
    /// The error of reading after it, which the next read throws too.
    private let failure: ReadError?

    /// A Boolean value that indicates whether reading failed after it.
    var isBroken: Bool { failure != nil }
    /// The error of reading, where it is not enough to recognize a table of text.
    package var obstacle: ReadError? { isEnough ? nil : failure }

    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer.prefix(count)[first...]) }

    /// Reads enough for the first detection, which may wait. Where reading fails before, it has the bytes so far, by which other
    /// formats may be recognized; the error is thrown only where there are none.
    package init(opening store: any ByteStore, _ options: TextOptions) throws(ReadError) {
        try self.init(of: store, at: 0, ReaderTuning().glance, options, takesLess: true)
    }

    /// Reads as much as `extent` allows, or more where that does not hold the header and a record. Reads no more compressed
    /// data than this needs. An error is thrown only where too few bytes precede it; with `takesLess`, where none do.
    init(
        of store: any ByteStore, at start: Int, _ extent: Extent, _ options: TextOptions, takesLess: Bool = false
    ) throws(ReadError) {
        var intake = Intake(store, start, extent, options)
        intake.takesLess = takesLess
        var size = extent.length
        while try intake.fill(to: size) && !intake.isEnough && size < Self.longest {
            size = min(2 * size, Self.longest)
        }
        buffer = intake.buffer
        count = intake.count
        let length = store.length
        isWhole = length.isComplete && length.known <= start + count
        isEnough = intake.isEnough
        failure = intake.failure
    }

    /// Leaves out the first `count` bytes.
    mutating func removeFirst(_ count: Int) { first += count }

    /// The bytes while they are being read.
    private struct Intake {
        private let store: any ByteStore
        private let start: Int
        private let extent: Extent
        private let options: TextOptions
        private let deadline: UInt64
        var buffer: ReadBuffer
        var count = 0
        private(set) var failure: ReadError?
        var takesLess = false

        init(_ store: any ByteStore, _ start: Int, _ extent: Extent, _ options: TextOptions) {
            (self.store, self.start, self.extent, self.options) = (store, start, extent, options)
            deadline = extent.patience > 0 ? monotonicNow() + extent.patience : 0
            // One more byte than there are, which reveals the end.
            let room = min(store.length.known - start, extent.length - 1) + 1
            buffer = ReadBuffer(count: min(extent.length, max(1 << 12, room)))
        }

        /// Reads until there are `size` bytes; false where no more come for now.
        mutating func fill(to size: Int) throws(ReadError) -> Bool {
            do throws(ReadError) {
                return try readOn(to: size)
            } catch {
                failure = error
                if isEnough || takesLess && count > 0 { return false }
                throw error
            }
        }

        private mutating func readOn(to size: Int) throws(ReadError) -> Bool {
            var length = store.length
            while count < size {
                if count == buffer.bytes.count { grow(to: size) }
                let end = min(size, buffer.bytes.count)
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[count..<end])
                let read = try store.read(into: room, at: start + count)
                count += read
                if isCompressed { return false }
                if read > 0 { continue }
                if length.isComplete && start + count >= length.known { return false }
                let known = start + count
                length = try store.wait(beyond: known, deadline: nextDeadline)
                if length.known <= known && !length.isComplete { return false }
            }
            return true
        }

        private mutating func grow(to size: Int) {
            let larger = ReadBuffer(count: min(size, 4 * buffer.bytes.count))
            larger.bytes.copyBytes(from: buffer.bytes[..<count])
            buffer = larger
        }

        /// The deadline for the next byte.
        private var nextDeadline: UInt64 {
            guard isEnough else { return .max }
            return deadline == 0 ? 0 : min(deadline, monotonicNow() + extent.quiet)
        }

        private var isCompressed: Bool { OpeningSample.isCompressed(buffer.prefix(count)) }

        /// A Boolean value that indicates whether two lines are complete, or all of a header of several rows and a record.
        var isEnough: Bool { OpeningSample.isEnough(buffer.prefix(count), options) }
    }

    private static func isCompressed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count >= Compression.magicLength && Compression(bytes) != nil
    }

    private static func isEnough(_ bytes: UnsafeBufferPointer<UInt8>, _ options: TextOptions) -> Bool {
        if isCompressed(bytes) { return true }
        let headerRows = max(1, options.clampedHeaderRows ?? 1)
        // The delimiter is not known yet, and matters only for line ends in quotes.
        var dialect = Dialect(delimiter: options.delimiter ?? ",", quote: headerRows > 1 ? UInt8(ascii: "\"") : nil)
        if options.quote != .automatic && headerRows > 1 { dialect.quote = options.quote.value }
        dialect.escape = options.escape.value
        // Lines that may be comments do not count, up to a limit.
        dialect.comment = options.comment == .automatic && bytes.count > longestComments ? nil : options.comment.mark
        var scanner = RecordScanner(SpecialBytes(dialect))
        return scanner.scan(bytes, limit: headerRows + 1).records > headerRows
    }
}
