/// Rows that are marked along the scrollbar, and the positions of their marks, updated when the view changes.
public struct RowMarks: Sendable {
    /// The state besides the rows that determines the marks.
    private struct Basis: Equatable {
        var view: ScrollMarkBasis
        var length: Int
        var thickness: Int
    }

    /// Ranges of rows (0-based over the data) with something to mark in each.
    public let rows: [Range<Int>]
    private var basis: Basis?
    private var places = ScrollMarks()
    private var runs: [Range<Int>] = []
    /// The counts of computations of positions along the scrollbar, and of pixels there: the work that tests count.
    private(set) var findings = (places: 0, runs: 0)

    public init(rows: [Range<Int>] = []) { self.rows = rows }

    /// The marked device pixels in a scrollbar of `length` beside the view of `model`, each mark `thickness` thick;
    /// ascending, disjoint and not adjacent.
    ///
    /// - Complexity: O(1) where nothing changed since the last call, else that of `scrollMarks(ofRows:)`.
    public mutating func runs(in model: GridModel, length: Int, thickness: Int) -> [Range<Int>] {
        let basis = Basis(view: model.scrollMarkBasis, length: length, thickness: thickness)
        guard basis != self.basis else { return runs }
        if basis.view != self.basis?.view {
            places = model.scrollMarks(ofRows: rows)
            findings.places += 1
        }
        self.basis = basis
        runs = places.runs(length: length, thickness: thickness)
        findings.runs += 1
        return runs
    }
}
