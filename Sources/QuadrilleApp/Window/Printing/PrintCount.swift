/// How far a print has come, in pages.
///
/// GTK asks for a page anew for each copy of it, copy by copy or page by page, unless the printer copies by itself, which it
/// does not say before.
struct PrintCount: Sendable {
    /// How many pages are printed of what there is; nil where that is not known, as of every other page.
    private let chosen: Int?
    private let copies: Int
    private var isCopiedByPrinter: Bool
    private var drawn: Set<Int> = []
    /// The page that is drawn now, counted from 1, with all copies of those before it.
    private(set) var number = 0

    init(of chosen: Int?, copies: Int, isCopiedByPrinter: Bool) {
        (self.chosen, self.copies) = (chosen, max(1, copies))
        self.isCopiedByPrinter = isCopiedByPrinter
    }

    /// GTK asked for a page, by its number.
    mutating func draws(_ page: Int) {
        number += 1
        if !drawn.insert(page).inserted { isCopiedByPrinter = false }
    }

    /// How many pages have been drawn, whatever the number of their copies.
    var pageCount: Int { drawn.count }

    /// What `number` will come to; nil where that is not known.
    var total: Int? {
        guard let chosen else { return nil }
        let total = isCopiedByPrinter ? chosen : chosen * copies
        return number <= total ? total : nil
    }
}
