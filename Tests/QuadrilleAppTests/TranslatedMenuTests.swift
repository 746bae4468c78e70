import Glibc
import Testing
import Translation

@testable import QuadrilleApp

/// Runs `body` in each language there is. In a process of its own: a language is for all of a program.
private func forEachLanguage(_ body: @MainActor (_ language: String) -> Void) async {
    for language in ["en", "de", "fr"] {
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", language, 1)
        Language.start()
        await body(language)
    }
}

@Test func inEveryLanguageTheEntriesOfTheWindowsMenuHaveLettersOfTheirOwn() async {
    await #expect(processExitsWith: .success) {
        await forEachLanguage { language in
            var open = [(name: "the menu", items: WindowMenu.sections(copies: nil, recent: nil).flatMap { $0 })]
            // What is undone stands in the same menu, above.
            let above = [tr("_Undo"), tr("_Redo")]
            while let (name, items) = open.popLast() {
                let labels = items.map(\.label) + (name == "the menu" ? above : [])
                let letters = labels.compactMap { label in
                    label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?
                        .lowercased()
                }
                #expect(letters.count == labels.count, "\(language), \(name): \(labels)")
                #expect(Set(letters).count == letters.count, "\(language), \(name): \(labels)")
                for case .submenu(let label, let inner) in items { open.append((label, inner.flatMap { $0 })) }
            }
        }
    }
}

/// Newcomers look for the words of a menu in the window of shortcuts, and the other way round.
@Test func inEveryLanguageAnActionHasOneNameInMenusAndAmongTheShortcuts() async {
    await #expect(processExitsWith: .success) {
        await forEachLanguage { language in
            var open = WindowMenu.sections(copies: nil, recent: nil).flatMap { $0 }
            var names: [String: String] = [:]
            while let item = open.popLast() {
                switch item {
                case .action(let label, let action): names["win." + action] = label.asTitle
                case .submenu(_, let inner): open += inner.flatMap { $0 }
                case .model: break
                }
            }
            let shared = Shortcut.makeGroups().flatMap(\.shortcuts).filter { names[$0.action ?? ""] != nil }
            #expect(shared.count > 35)
            for shortcut in shared {
                let name = names[shortcut.action ?? ""] ?? ""
                // What stands behind it may say more.
                #expect(shortcut.title.asTitle.hasPrefix(name), "\(language): \(shortcut.title), \(name)")
            }
        }
    }
}

extension String {
    /// Without what only a menu has: letters that choose, dots, capitals.
    fileprivate var asTitle: String { filter { !"_…\u{A0} ".contains($0) }.lowercased() }
}

extension WindowMenu.Item {
    fileprivate var label: String {
        switch self {
        case .action(let label, _), .submenu(let label, _), .model(let label, _): label
        }
    }
}
