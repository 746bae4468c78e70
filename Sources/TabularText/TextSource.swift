import QuadrilleRuntime
import Tabular
import TabularBytes

/// A text table (CSV, TSV and their kin) in a file, a pipe or a device.
///
/// Everything happens in the background, opening too: a source is there at once, and what is wrong with the file
/// arrives as the phase `.failed`. The first columns and rows come after one read, whatever the file's size; memory
/// does not grow with it, but for an index of 0.006 %, and not even that beyond 128 GiB.
///
/// What is compressed (gzip, zstd, xz, bzip2, a zip archive of one file) is told by its content and unpacked into an
/// unlinked temporary file while its rows appear; positions then count in what was unpacked.
///
/// A file that is deleted while it is open stays readable. One that is cut or written over fails with `.changed`, and
/// what is in memory stays; cells that are not are not read any more, since old and new bytes would stand side by
/// side. Values are never changed; what is odd is listed in `problems`.
///
/// A file counts as it was when it was opened, unless it is opened live: then what is appended to it becomes rows, the
/// snapshot's `change` says when it was cut, written over, replaced, deleted, or, being compressed or in an encoding with
/// states, grew, and the snapshots go on after the phase `.complete`. The last row of a file that does not end with a line end shows the bytes that there
/// are, and goes on with those that come. While nothing happens to the file nothing runs. What another machine does to it
/// on a network file system is seen when cells are read, or when the file is opened anew; the same goes for all that
/// happens where the system lets no more files be watched.
public final class TextSource: TableSource {
    let reader: TextReader

    /// Opens the file at `path`, or the FIFO or device. `name` stands in messages, and its extension is a hint at the
    /// delimiter; it is `path` when not given. `isLive` says whether what becomes of the file later is of interest, and
    /// `cache` where its index is kept for the next time.
    public convenience init(
        path: String, name: String? = nil, options: TextOptions = TextOptions(), isLive: Bool = false,
        cache: IndexCache? = nil
    ) {
        let name = name ?? path
        self.init(name: name, options: options, tuning: ReaderTuning(cache: cache)) { () throws(ReadError) in
            try openStore(path: path, name: name, isLive: isLive)
        }
    }

    /// Reads what comes from an open file, such as standard input (0). The descriptor is copied and stays the caller's.
    public convenience init(fileDescriptor: Int32, name: String, options: TextOptions = TextOptions()) {
        // Copied at once: the caller may close its own before the reader comes to it.
        let copy = FileDescriptor(copying: fileDescriptor)
        self.init(name: name, options: options) { () throws(ReadError) in
            try openStore(copy, name: name)
        }
    }

    /// A Boolean value that indicates whether the bytes lie in a spool, since they cannot be had twice: `reread` is the way to
    /// other options then.
    public var isSpooled: Bool { reader.spooled != nil }

    /// Another source of the same bytes, read with other options: what came through a pipe is read again from where it was
    /// kept, and goes on to come when this source is closed. Nil where it is not spooled, has not been opened yet, or has
    /// been closed.
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

    /// Opens the file at `path` and goes over it with so many threads, for measurements.
    package convenience init(path: String, options: TextOptions = TextOptions(), threads: Int) {
        var tuning = ReaderTuning()
        tuning.threads = threads
        self.init(name: path, options: options, tuning: tuning) { () throws(ReadError) in
            try openStore(path: path, name: path)
        }
    }

    /// Reads `block`, which ends with a record, over and over up to `bytes` bytes: in place of a file that the disk has
    /// no room for, or where all of it is in memory anyway.
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

    /// Waits for `read(_:beginning:)`. `cache` is where its index is kept for the next time.
    package init(unopened name: String, options: TextOptions, cache: IndexCache? = nil) {
        reader = TextReader(name: name, options: options, tuning: ReaderTuning(cache: cache))
    }

    /// Reads `content`, of which `beginning` was read already where it is given: up to the first rows on the caller's thread,
    /// then in the background. Called once.
    package func read(_ content: SourceContent, beginning: OpeningSample?) { reader.start(content, beginning) }

    deinit { reader.close() }

    public var snapshot: TableSnapshot { reader.state.withLock(wakes: false) { $0.snapshot } }

    public func want(_ ranges: [CellRange]) {
        let tiles = reader.state.withLock(wakes: false) { state -> TileServer? in
            guard state.wants.ranges != ranges else { return nil }
            state.wants.replace(with: ranges)
            return state.lanes.tiles
        }
        tiles?.signal()
    }

    /// Raises background work of this source above that of other sources: the user is looking at it now.
    public func prioritize() { reader.priority.raise() }

    public func onChange(_ handler: (@Sendable () -> Void)?) {
        reader.state.withLock(wakes: false) { $0.handler = handler }
    }

    public func close() { reader.close() }
}
