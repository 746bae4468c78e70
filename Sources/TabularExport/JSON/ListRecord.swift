import Tabular

/// Writes records that are lists, with a column for each element:
///
///     1    2    3           value         written
///     7    8    (missing)   (missing)     [7,8]
///     -    -    -           {"a":1}       {"a":1}
///
/// A record that is not a list has its value in a column without a position. A list ends with its last present element; a
/// missing element before it, such as one of an unselected column, is null.
struct ListRecord {
    /// The indices of the columns of elements, by position.
    private let elements: [Int]
    /// The indices of the other columns.
    private let others: [Int]

    init(_ columns: [Column]) {
        elements = columns.indices.filter { columns[$0].position != nil }
            .sorted { (columns[$0].position ?? 0, $0) < (columns[$1].position ?? 0, $1) }
        others = columns.indices.filter { columns[$0].position == nil }
    }

    /// Writes a record; `ranges` has the range of each column's value, empty for a missing value.
    func write(_ values: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], to output: inout ByteOutput) {
        let other = others.first { !ranges[$0].isEmpty }
        let count = (elements.lastIndex { !ranges[$0].isEmpty } ?? -1) + 1
        if let other, count == 0 { return output.write(UnsafeBufferPointer(rebasing: values[ranges[other]])) }
        var separator = UInt8(ascii: "[")
        for column in elements[..<count] {
            output.write(separator)
            if ranges[column].isEmpty {
                output.write("null")
            } else {
                output.write(UnsafeBufferPointer(rebasing: values[ranges[column]]))
            }
            separator = UInt8(ascii: ",")
        }
        if let other {
            // The elements beyond the last column are a list.
            output.write(separator)
            output.write(UnsafeBufferPointer(rebasing: values[ranges[other]].dropFirst().dropLast()))
        } else if count == 0 {
            output.write(separator)
        }
        output.write(UInt8(ascii: "]"))
    }
}
