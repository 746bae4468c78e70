/// A row or a column on its axis: its index, where it begins and how long it is, in logical pixels from the first track.
public struct Track: Sendable, Hashable {
    public var index: Int
    public var offset: Double
    public var size: Double

    public init(index: Int, offset: Double, size: Double) {
        self.index = index
        self.offset = offset
        self.size = size
    }

    /// The offset at which the next track begins.
    public var end: Double { offset + size }
}

/// The sizes of the rows or of the columns of a sheet: a count, a default size, and sizes of their own for some.
///
/// Like an array of sizes with running sums, unlike it in that nothing is stored for a track of default size, nor twice
/// for neighbours of one size: 10^12 rows are two numbers, 10^9 hidden rows among them one run more.
///
/// Sizes are logical pixels in steps of 1/64. The sums of such numbers are exact in a `Double` up to 2^47 pixels
/// (1.4 · 10^14), so an offset is the same however it is added up, and fast paths agree with slow ones to the bit.
/// What is no such number is brought to one: NaN and negative sizes to 0, larger ones than `maximumSize` to that.
///
/// A hidden track takes up no place and keeps the size that it has when it is shown again. Like it, a track of size 0 has
/// a place in the order but contains no offset.
///
/// - Complexity: copying is O(1); everything else O(log overrides) unless it says otherwise, and O(1) while no track
///   is hidden or has a size of its own; a hidden stretch counts as an override. Held copies make no edit slower.
public struct TrackSizes: Sendable {
    /// The size of every track without one of its own. Setting it is O(1).
    public var defaultSize: Double {
        didSet { defaultSize = Self.quantized(defaultSize) }
    }

    /// The number of tracks, not negative. New ones come at the end and have the default size, in O(1).
    public var count: Int {
        didSet {
            precondition(count >= 0, "a count of \(count) tracks is negative")
            if runs.totals.tracks > count {
                _ = runs.split(at: count)
                settle()
            }
        }
    }

    /// The tracks up to the last one that is hidden or has a size of its own; those behind it have the default size and no
    /// run.
    var runs = RunTree()

    /// `count` tracks of `defaultSize` logical pixels.
    public init(count: Int = 0, defaultSize: Double) {
        precondition(count >= 0, "a count of \(count) tracks is negative")
        self.count = count
        self.defaultSize = Self.quantized(defaultSize)
    }

    /// The largest size of one track, 2^20 logical pixels.
    public static var maximumSize: Double { 1_048_576 }

    /// `size` as a track has it: in steps of 1/64, not negative, at most `maximumSize`.
    public static func quantized(_ size: Double) -> Double {
        guard size > 0 else { return 0 }
        return (min(size, maximumSize) * 64).rounded() / 64
    }

    /// The number of tracks with a size of their own, be it equal to the default, hidden ones included. O(1).
    public var overrideCount: Int { runs.totals.ownTracks }

    /// The sum of all sizes, hidden tracks left out. O(1).
    public var extent: Double {
        let totals = runs.totals
        return Double(count - totals.tracks + totals.defaultTracks) * defaultSize + totals.ownExtent
    }

    /// Restores, after an edit, that the last run is not what holds behind it anyway.
    mutating func settle() {
        runs.dropTrailingDefault()
        #if DEBUG
            // As many levels as leave an edit logarithmic; tests check all of them.
            _checkInvariants(levels: 6)
        #endif
    }
}
