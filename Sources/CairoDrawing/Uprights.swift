import Geometry

/// Upright lines of a pixel's width, one colour and the same rows: side by side in memory where each would be far from the
/// next of its own pixels.
struct Uprights {
    /// Shorter ones are drawn as they come.
    static let height = 64
    var x: [Int32] = []
    private(set) var rows = 0..<0
    private(set) var color: UInt32 = 0
    /// Around all of them.
    private(set) var bounds = PixelRect.zero

    /// Takes a line in if it is one of them.
    mutating func add(_ line: PixelRect, _ color: UInt32) -> Bool {
        guard !x.isEmpty, color == self.color, rows == line.y..<line.maxY else { return false }
        x.append(Int32(line.x))
        bounds = bounds.union(line)
        return true
    }

    /// Takes in the first one.
    mutating func begin(with line: PixelRect, _ color: UInt32) {
        x.append(Int32(line.x))
        (rows, self.color, bounds) = (line.y..<line.maxY, color, line)
    }
}
