import Glibc
import Tabular
import TabularOps
import Testing
import Translation

@testable import GridUI

/// In a process of its own: a language is for all of a program.
@Test func inEveryLanguageTheEntriesOfAMenuHaveLettersOfTheirOwn() async {
    await #expect(processExitsWith: .success) {
        for language in ["de", "fr"] {
            setenv("LC_ALL", "C.UTF-8", 1)
            setenv("LANGUAGE", language, 1)
            Language.start()
            #expect(tr("Copy") != "Copy")
            var (model, _) = generated(rows: 10, columns: 4)
            (model.offers.sorting, model.offers.copying, model.offers.filtering) = (true, true, true)
            (model.offers.looking, model.offers.saving, model.offers.formatting) = (true, true, true)
            model.sortedColumns = [SortedColumn(column: 0)]
            model.setRowHeader(3)
            model.freeze(rows: 1, columns: 1, trailingColumns: 0)
            model.hideRows(5..<6)
            model.hideColumn(2)
            for target in [
                PointerTarget.cell(CellPosition(row: 2, column: 1)), .header(.horizontal, 1), .header(.vertical, 2),
                .corner,
            ] {
                let labels = model.menu(for: target).joined().map(\.label)
                let letters = labels.compactMap { label in
                    label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?.lowercased()
                }
                #expect(labels.count > 4)
                #expect(Set(letters).count == letters.count, "\(language): \(labels)")
            }
        }
    }
}
