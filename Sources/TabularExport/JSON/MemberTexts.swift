import CExport

/// The texts around the values of a record's object, contiguous, in the layout of the kernel.
struct MemberTexts {
    /// The number of bytes that may be read after the last text.
    private static let slack = 16

    private var names: [UInt8] = []
    private var ends: [UInt32] = [0]
    private var longestName = 0
    private let close: [UInt8]
    private let closeCount: Int

    /// `keys` include their quotes and colons. The text before the first one is that of every record but the first.
    init(keys: [[UInt8]], isLines: Bool) {
        // The kernel always reads two bytes.
        (close, closeCount) = (Array("}\n".utf8), isLines ? 2 : 1)
        for (column, key) in keys.enumerated() {
            names += column > 0 ? Array(",".utf8) : Array((isLines ? "{" : ",\n{").utf8)
            names += key
            names.append(UInt8(ascii: "\""))
            longestName = max(longestName, names.count - Int(ends[column]))
            ends.append(UInt32(truncatingIfNeeded: names.count))
        }
        precondition(names.count <= UInt32.max, "names of \(names.count) bytes")
        names += [UInt8](repeating: 0, count: Self.slack)
    }

    /// `utf8` is the range of value bytes that are known to be UTF-8.
    func withMembers(utf8: Range<Int>, _ body: (UnsafePointer<cexport_members>) -> Void) {
        names.withUnsafeBufferPointer { names in
            ends.withUnsafeBufferPointer { ends in
                close.withUnsafeBufferPointer { close in
                    guard let name = names.baseAddress, let end = ends.baseAddress, let last = close.baseAddress
                    else { return }
                    let members = cexport_members(
                        names: name, ends: end, columns: ends.count - 1, longest_name: longestName,
                        close: last, close_count: closeCount,
                        utf8_start: utf8.lowerBound, utf8_end: utf8.upperBound)
                    withUnsafePointer(to: members) { body($0) }
                }
            }
        }
    }
}
