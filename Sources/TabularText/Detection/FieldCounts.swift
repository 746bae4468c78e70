/// The numbers of records by their numbers of fields.
///
/// Few numbers of fields occur in a table. An array of them avoids the time that the first dictionary of a process takes.
struct FieldCounts: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let fields: Int
        var records: Int
    }

    /// By ascending numbers of fields.
    private(set) var entries: [Entry] = []

    /// The records of a number of fields.
    subscript(fields: Int) -> Int {
        let index = index(of: fields)
        return index < entries.count && entries[index].fields == fields ? entries[index].records : 0
    }

    /// The records of all numbers of fields.
    var total: Int { entries.reduce(0) { $0 + $1.records } }

    /// The number of fields of most records, of equals the largest; nil without records.
    var mostCommon: Entry? { entries.max { ($0.records, $0.fields) < ($1.records, $1.fields) } }

    /// Adds records of a number of fields.
    ///
    /// - Complexity: O(log *n*) in the different numbers of fields, O(*n*) for a new one.
    mutating func add(_ records: Int, of fields: Int) {
        let index = index(of: fields)
        if index < entries.count && entries[index].fields == fields {
            entries[index].records += records
        } else {
            entries.insert(Entry(fields: fields, records: records), at: index)
        }
    }

    /// The index of a number of fields among the entries.
    private func index(of fields: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].fields < fields { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
