import QuadrilleRuntime
import Tabular
import TabularBytes

/// A text table (CSV, TSV and similar) in a file, a pipe or a device.
///
/// All work runs in the background, opening included: a source exists at once, and errors of the file arrive as the phase
/// `.failed`. The first columns and rows arrive after one read, whatever the file's size; memory does not grow with it, but for
/// an index of 0.006 %, and not even that beyond 128 GiB.
///
/// Compressed data (gzip, zstd, xz, bzip2, a zip archive of one file) is recognized by its content and unpacked into an
/// unlinked temporary file while its rows appear; positions then count in the unpacked bytes.
///
/// A file that is deleted while it is open stays readable. One that is truncated or overwritten fails with `.changed`, and
/// loaded cells stay; others are no longer read, since old and new bytes would be mixed. Values are never changed; oddities are
/// listed in `problems`.
///
/// A file is read as it was when it was opened, unless it is opened live: then appended bytes become rows, the snapshot's
/// `change` reports that it was truncated, overwritten, replaced, deleted, or, being compressed or in an encoding with states,
/// grew, and the snapshots continue after the phase `.complete`. The last row of a file that does not end with a line end shows
/// the bytes so far, and grows with those that follow. While nothing happens to the file nothing runs. Changes by another
/// machine on a network file system are noticed when cells are read, or when the file is opened again; likewise all changes
/// where the system lets no more files be watched.
/// happens where the system lets no more files be watched.
public final class TextSource: TableSource {
    let reader: TextReader

    /// Opens the file at `path`, or the FIFO or device. `name` appears in messages, and its extension is a hint at the
    /// delimiter; it is `path` when not given. `isLive` indicates whether to follow later changes of the file, and `cache`
    /// stores its index for the next time.
    public convenience init(
        path: String, name: String? = nil, options: TextOptions = TextOptions(), isLive: Bool = false,
        cache: IndexCache? = nil
    ) {
        let name = name ?? path
        self.init(name: name, options: options, tuning: ReaderTuning(cache: cache)) { () throws(ReadError) in
            try openStore(path: path, name: name, isLive: isLive)
        }
    }

    /// Reads from an open file, such as standard input (0). The descriptor is copied and stays the caller's.
    public convenience init(fileDescriptor: Int32, name: String, options: TextOptions = TextOptions()) {
        // Copied at once: the caller may close its own before the reader opens it.
        let copy = FileDescriptor(copying: fileDescriptor)
        self.init(name: name, options: options) { () throws(ReadError) in
            try openStore(copy, name: name)
        }
    }

    /// A Boolean value that indicates whether the bytes lie in a spool, since they cannot be read twice: use `reread` for other
    /// options then.
    public var isSpooled: Bool { reader.spooled != nil }

    /// Another source of the same bytes, read with other options: data from a pipe is read again from the spool, and continues
    /// to arrive when this source is closed. Nil where it is not spooled, has not been opened yet, or has been closed.
    public func reread(_ options: TextOptions) -> TextSource? {
        guard let (table, store) = reader.spooled, let share = store.another() else { return nil }
        return TextSource(rereading: table, share, name: reader.name, options: options, tuning: reader.tuning)
    }

    private init(
        rereading table: OpenTable, _ store: SharedStore, name: String, options: TextOptions, tuning: ReaderTuning
    ) {
        reader = TextReader(name: name, options: options, tuning: tuning)
        reader.start(.content(SourceContent(store: store, innerName: table.innerName, packing: table.packing)))
    }

    /// Bytes of one read of a pass.
    package static var readBlock: Int { ReaderTuning().passBlock }

    /// Opens the file at `path` and reads it with so many threads, for measurements.
    package convenience init(path: String, options: TextOptions = TextOptions(), threads: Int) {
        var tuning = ReaderTuning()
        tuning.threads = threads
        self.init(name: path, options: options, tuning: tuning) { () throws(ReadError) in
            try openStore(path: path, name: path)
        }
    }

    /// Reads `block`, which ends with a record, over and over up to `bytes` bytes: for measurements without a file, which the
    /// disk may have no room for.
    package convenience init(
        repeating block: [UInt8], bytes: Int, name: String, options: TextOptions = TextOptions()
    ) {
        self.init(name: name, options: options) { () throws(ReadError) in
            RepeatingStore(block, bytes: bytes)
        }
    }

    init(
        name: String, options: TextOptions, tuning: ReaderTuning = ReaderTuning(),
        opener: @escaping TextReader.Opener
    ) {
        reader = TextReader(name: name, options: options, tuning: tuning)
        reader.start(.store(opener))
    }

    /// Waits for `read(_:beginning:)`. `cache` stores its index for the next time.
    package init(unopened name: String, options: TextOptions, cache: IndexCache? = nil) {
        reader = TextReader(name: name, options: options, tuning: ReaderTuning(cache: cache))
    }

    /// Reads `content`, whose `beginning` was read already where it is given: up to the first rows on the caller's thread, then
    /// in the background. Called once.
    package func read(_ content: SourceContent, beginning: OpeningSample?) { reader.start(content, beginning) }

    deinit { reader.close() }

    /// The name in messages.
    package var name: String { reader.name }

    public var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    public func want(_ ranges: [CellRange]) { reader.state.want(ranges) }

    /// Raises background work of this source above that of other sources: the user is viewing it now.
    public func prioritize() { reader.priority.raise() }

    public func onChange(_ handler: (@Sendable () -> Void)?) { reader.state.onChange(handler) }

    public func close() { reader.close() }
}
