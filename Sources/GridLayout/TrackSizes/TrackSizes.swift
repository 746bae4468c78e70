/// A row or a column on its axis: its index, its offset from the first track and its size, in logical pixels.
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

/// The sizes of the rows or of the columns of a sheet: a count, a default size, and own sizes for some.
///
/// Like an array of sizes with running sums, except that tracks of default size, and equal neighbors, need no memory: 10^12
/// rows are two numbers, 10^9 hidden rows among them one more run.
///
/// Sizes are logical pixels in steps of 1/64. The sums of such numbers are exact in a `Double` up to 2^47 pixels (1.4 · 10^14),
/// so an offset is the same in any order of addition, and fast paths agree with slow ones to the bit. Other numbers are
/// quantized: NaN and negative sizes to 0, sizes above `maximumSize` to that.
///
/// A hidden track takes up no space and keeps its size for when it is shown again. A track of size 0 has an index too, but
/// contains no offset.
///
/// - Complexity: copying is O(1); everything else O(log overrides) unless documented otherwise, and O(1) while no track is
///   hidden or has a size of its own; a hidden range counts as an override. Copies do not slow down edits.
public struct TrackSizes: Sendable {
    /// The size of every track without one of its own. Setting it is O(1).
    public var defaultSize: Double {
        didSet { defaultSize = Self.quantized(defaultSize) }
    }

    /// The number of tracks, not negative. New ones are appended and have the default size, in O(1).
    public var count: Int {
        didSet {
            precondition(count >= 0, "a count of \(count) tracks is negative")
            if runs.totals.tracks > count {
                _ = runs.split(at: count)
                settle()
            }
        }
    }

    /// The tracks up to the last one that is hidden or has a size of its own; those after it have the default size and no run.
    var runs = RunTree()

    /// Creates `count` tracks of `defaultSize` logical pixels.
    public init(count: Int = 0, defaultSize: Double) {
        precondition(count >= 0, "a count of \(count) tracks is negative")
        self.count = count
        self.defaultSize = Self.quantized(defaultSize)
    }

    /// The largest size of one track, 2^20 logical pixels.
    public static var maximumSize: Double { 1_048_576 }

    /// Returns `size` quantized to steps of 1/64, not negative, at most `maximumSize`.
    public static func quantized(_ size: Double) -> Double {
        guard size > 0 else { return 0 }
        return (min(size, maximumSize) * 64).rounded() / 64
    }

    /// The number of tracks with a size of their own, even if equal to the default, including hidden ones. O(1).
    public var overrideCount: Int { runs.totals.ownTracks }

    /// The sum of all sizes, without hidden tracks. O(1).
    public var extent: Double {
        let totals = runs.totals
        return Double(count - totals.tracks + totals.defaultTracks) * defaultSize + totals.ownExtent
    }

    /// Restores the invariant after an edit that the last run differs from the default after it.
    mutating func settle() {
        runs.dropTrailingDefault()
        #if DEBUG
            // As many levels as keep an edit logarithmic; tests check all of them.
            _checkInvariants(levels: 6)
        #endif
    }
}
