import Foundation
import GridUI
import Testing

@testable import QuadrilleApp

/// Keys with their modifiers, as the documents write them: "Ctrl + Shift + F both, R rows" names two.
private func keys(in line: String) -> Set<String> {
    let moves = "Page Up|Page Down|Left|Right|Up|Down|Home|End|Tab|arrows"
    let names = moves + "|Enter|Escape|Space|Return|Menu|plus|minus|comma|\\?"
    guard let pattern = try? Regex("((?:(?:Ctrl|Shift|Alt) \\+ )*)(F[0-9]{1,2}|[A-Z0-9]|\(names))(?![\\p{L}0-9@])")
    else { return [] }
    var found = Set<String>()
    var modifiers = ""
    for match in line.matches(of: pattern) {
        let (own, key) = (match.output[1].substring ?? "", match.output[2].substring ?? "")
        // A letter in the middle of a word is none.
        if let before = line[..<match.range.lowerBound].last, before.isLetter || before == "-" { continue }
        if !own.isEmpty || key.count > 1 && key.first == "F" { modifiers = String(own) }
        // "Ctrl + plus, minus, 0", "Alt + Left, Right"; other keys stand for themselves.
        let goesOn = key.count == 1 || ["plus", "minus", "Left", "Right", "Up", "Down"].contains(key)
        if own.isEmpty, goesOn { found.insert(modifiers + key) }
        found.insert(String(own + key))
    }
    return found
}

/// A key as the documents write it: "Ctrl + Shift + F" of "<Control><Shift>f".
private func written(_ key: String) -> String {
    var (rest, text) = (key[...], "")
    for (modifier, word) in [("<Control>", "Ctrl + "), ("<Shift>", "Shift + "), ("<Alt>", "Alt + ")]
    where rest.hasPrefix(modifier) {
        (rest, text) = (rest.dropFirst(modifier.count), text + word)
    }
    let names = ["Page_Up": "Page Up", "Page_Down": "Page Down", "Return": "Enter", "space": "Space", "question": "?"]
    return text + (names[String(rest)] ?? (rest.count == 1 ? rest.uppercased() : String(rest)))
}

@Suite struct ShortcutTests {
    /// The lines of the tables of keys in a document, by the heading of these.
    private static func rows(of document: String, _ heading: String) throws -> [Substring] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        var (rows, isInside) = ([Substring](), false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            isInside = line.hasPrefix("|") && (isInside || line == heading)
            if isInside { rows.append(line) }
        }
        return rows
    }

    private static func manual() throws -> [Substring] { try rows(of: "Assets/Manual.md", "| to | keys or hand |") }

    /// GTK does not divide a group between two pages: with more, a screen of 768 lines cuts them off where letters are large.
    @Test func noGroupOfKeysIsHigherThanAPage() {
        for group in Shortcut.groups { #expect(group.shortcuts.count <= 9, "\(group.title)") }
    }

    @Test func aPageOfKeysIsNoHigherThanAScreen() {
        // With bars, of two lines each.
        for height in [480, 600, 640, 768, 1080, 1440] {
            let lines = ShortcutsWindow.lines(of: 34, in: height)
            #expect((5...15).contains(lines))
            #expect((lines + 4) * 42 <= height, "\(height)")
        }
        #expect(ShortcutsWindow.lines(of: 34, in: 100) == 5 && ShortcutsWindow.lines(of: 0, in: 10_000) == 15)
    }

    @Test func noKeyDoesTwoThings() {
        var known: [String: String] = [:]
        for shortcut in Shortcut.all {
            for key in shortcut.keys {
                #expect(known[key] == nil, "\(key): \(shortcut.title), \(known[key] ?? "")")
                known[key] = shortcut.title
            }
        }
    }

    @Test func everyShortcutStandsInTheManual() throws {
        let named = try Self.manual().reduce(into: Set<String>()) { $0.formUnion(keys(in: String($1))) }
        for shortcut in Shortcut.all {
            let first = written(try #require(shortcut.keys.first))
            let arrows = first.replacing(/(Up|Down|Left|Right)$/, with: "arrows")
            let isExtending = shortcut.title.hasPrefix("Extend")
            #expect(named.contains(first) || named.contains(arrows) || isExtending, "\(shortcut.title): \(first)")
        }
    }

    @Test func everyKeyOfTheDocumentsIsAShortcut() throws {
        let known = Set(Shortcut.all.flatMap(\.keys).map(written))
        let short = try Self.rows(of: "README.md", "| to | keys |")
        #expect(short.count > 10)
        for row in try short + Self.manual() {
            // Without Control, those of lists and popovers stand here too.
            for key in keys(in: String(row)) where key.hasPrefix("Ctrl + ") || key.wholeMatch(of: /F[0-9]+/) != nil {
                #expect(known.contains(key) || key == "Ctrl + arrows", "\(key): \(row)")
            }
        }
    }

    @Test func everyKeyOfTheGridIsInTheTable() {
        let keys = Set(Shortcut.all.flatMap(\.keys))
        let names: [Key: String] = [
            .up: "Up", .down: "Down", .left: "Left", .right: "Right", .pageUp: "Page_Up", .pageDown: "Page_Down",
            .home: "Home", .end: "End", .tab: "Tab", .enter: "Return", .plus: "plus", .minus: "minus", .digit0: "0",
            .a: "a", .c: "c", .insert: "Insert", .space: "space",
        ]
        for stroke in KeyBindings.standard.keys {
            var text = ""
            if stroke.modifiers.contains(.control) { text += "<Control>" }
            // On some keyboards plus is a shifted key.
            if stroke.modifiers.contains(.shift), stroke.key != .plus { text += "<Shift>" }
            if stroke.modifiers.contains(.alt) { text += "<Alt>" }
            let name = text + (names[stroke.key] ?? "")
            #expect(keys.contains(name), "\(name)")
        }
    }

    @Test func keysAreWrittenForPeople() {
        #expect(Shortcut.hint("It", of: "win.follow") == "It (Ctrl+Shift+L)")
        #expect(Shortcut.hint("It", of: "win.zoom-in") == "It (Ctrl++)")
        #expect(Shortcut.hint("It", of: "win.shortcuts") == "It (Ctrl+?)")
        #expect(Shortcut.hint("It", of: "win.reload") == "It (F5)")
        #expect(Shortcut.hint("It", of: "win.unmerge") == "It")
    }

    @Test func theWindowIsWrittenAsXMLThatHoldsEveryKey() throws {
        let text = ShortcutsWindow.definition(Shortcut.groups)
        #expect(text.hasPrefix("<interface>") && text.hasSuffix("</interface>"))
        #expect(text.contains(">&lt;Control&gt;z</property>"))
        for shortcut in Shortcut.all { #expect(text.contains(">\(shortcut.title)</property>")) }
    }
}
