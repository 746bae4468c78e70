/// The progress of a print, in pages.
///
/// GTK requests a page again for each copy of it, copy by copy or page by page, unless the printer makes the copies, which
/// GTK does not report in advance.
struct PrintCount: Sendable {
    /// The number of pages to print; nil where it is not known, as when every other page is printed.
    private let chosen: Int?
    private let copies: Int
    private var isCopiedByPrinter: Bool
    private var drawn: Set<Int> = []
    /// The page that is being drawn, counted from 1, including all copies of the pages before it.
    private(set) var number = 0

    init(of chosen: Int?, copies: Int, isCopiedByPrinter: Bool) {
        (self.chosen, self.copies) = (chosen, max(1, copies))
        self.isCopiedByPrinter = isCopiedByPrinter
    }

    /// Records that GTK requested a page, by its number.
    mutating func draws(_ page: Int) {
        number += 1
        if !drawn.insert(page).inserted { isCopiedByPrinter = false }
    }

    /// The number of pages drawn, each counted once whatever the number of copies.
    var pageCount: Int { drawn.count }

    /// The final value of `number`; nil where that is not known.
    var total: Int? {
        guard let chosen else { return nil }
        let total = isCopiedByPrinter ? chosen : chosen * copies
        return number <= total ? total : nil
    }
}
