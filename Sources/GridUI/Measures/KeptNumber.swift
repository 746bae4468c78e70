/// Bounds of the numbers in a saved view. A file can hold any number; arithmetic on rows and lengths relies on these.
package enum KeptNumber {
    /// More rows than a file of 256 TiB has: sums of a few never overflow.
    package static let indexLimit = 1 << 48
    /// Content space, in logical pixels: up to here a Double represents every whole number.
    package static let lengthLimit = 0x1p53

    /// Returns true for the index of a row or a column, or a count of them.
    package static func isIndex(_ index: Int) -> Bool { (0...indexLimit).contains(index) }

    package static func isRange(_ range: Range<Int>) -> Bool {
        range.lowerBound >= 0 && range.upperBound <= indexLimit
    }

    package static func isLength(_ length: Double) -> Bool { (0...lengthLimit).contains(length) }

    /// Returns true for a coordinate, which may lie before the content's beginning.
    package static func isCoordinate(_ coordinate: Double) -> Bool { isLength(coordinate.magnitude) }
}
