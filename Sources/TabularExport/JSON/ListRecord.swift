import Tabular

/// Writes records that are lists, with a column for each element:
///
///     1    2    3           value         written
///     7    8    (missing)   (missing)     [7,8]
///     -    -    -           {"a":1}       {"a":1}
///
/// A record that is not a list has its value in a column without a position. Beyond the limit of columns it is the only element
/// of the column of others (`Column.holdsOthers`), which has the further elements of lists. A list ends with its last present
/// element; a missing element before it, such as one of an unselected column, is null.
struct ListRecord {
    /// The indices of the columns of elements, by position.
    private let elements: [Int]
    /// The indices of the other columns.
    private let others: [Int]
    /// The index of the column of others, where a list has elements in the columns before it.
    private let rest: Int?

    init(_ columns: [Column]) {
        elements = columns.indices.filter { columns[$0].position != nil }
            .sorted { (columns[$0].position ?? 0, $0) < (columns[$1].position ?? 0, $1) }
        others = columns.indices.filter { columns[$0].position == nil }
        rest = elements.isEmpty ? nil : columns.firstIndex(where: \.holdsOthers)
    }

    /// Writes a record; `ranges` has the range of each column's value, empty for a missing value.
    func write(_ values: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], to output: inout ByteOutput) {
        let other = others.first { !ranges[$0].isEmpty }
        let count = (elements.lastIndex { !ranges[$0].isEmpty } ?? -1) + 1
        if let other, count == 0 {
            let value = values[ranges[other]]
            return output.write(UnsafeBufferPointer(rebasing: other == rest ? value.dropFirst().dropLast() : value))
        }
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
