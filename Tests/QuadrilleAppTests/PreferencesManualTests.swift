import Foundation
import Testing

@testable import QuadrilleApp

/// The manual has all preferences, by the keys that the program reads.
@Suite struct PreferencesManualTests {
    /// The manual's table of keys: of each its values, and the one that holds where it does not stand in the file, as they
    /// are written.
    private static func table() throws -> [(key: String, values: [String], usual: [String])] {
        func words(_ cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
        var (rows, isInside) = ([(key: String, values: [String], usual: [String])](), false)
        for line in try manual().split(separator: "\n", omittingEmptySubsequences: false) {
            isInside = line.hasPrefix("|") && (isInside || line.hasPrefix("| key | values |"))
            let cells = line.split(separator: "|").map(String.init)
            guard isInside, cells.count == 4, let key = words(cells[0]).first else { continue }
            rows.append((key, words(cells[1]), words(cells[2])))
        }
        return rows
    }

    /// The lines of the file that the manual shows, with a key in each.
    private static func example() throws -> [(key: String, value: String)] {
        let block = try #require(try manual().firstMatch(of: /```ini\n([^`]*)```/))
        return block.output.1.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            .filter { $0.count == 2 }.map { ($0[0], $0[1]) }
    }

    private static func manual() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try String(contentsOf: root.appending(path: "Assets/Manual.md"), encoding: .utf8)
    }

    private static func read(_ key: String, _ value: String) throws -> Preferences {
        try Preferences(reading: "[Quadrille]\n\(key)=\(value)\n")
    }

    /// By its name what each preference is.
    private static func parts(of preferences: Preferences) -> [String: String] {
        let parts = Mirror(reflecting: preferences).children.compactMap { part in
            part.label.map { ($0, "\(part.value)") }
        }
        return Dictionary(uniqueKeysWithValues: parts)
    }

    @Test func everyPreferenceIsSetInTheFileThatIsShown() throws {
        let usual = Self.parts(of: Preferences())
        var set = Set<String>()
        for (key, value) in try Self.example() {
            let parts = Self.parts(of: try Self.read(key, value))
            let changed = parts.keys.filter { parts[$0] != usual[$0] }
            #expect(changed.count == 1, "\(key)=\(value)")
            set.formUnion(changed)
        }
        #expect(set == Set(usual.keys))
        #expect(try Self.table().map(\.key) == Self.example().map(\.key))
    }

    @Test func everyValueIsOneThatTheProgramReads() throws {
        for (key, values, usual) in try Self.table() {
            for value in usual { #expect(try Self.read(key, value) == Preferences(), "\(key)=\(value)") }
            let read = try values.map { try Self.read(key, $0) }
            #expect(Set(read).count == values.count, "\(key)")
            for (value, read) in zip(values, read) {
                #expect((read == Preferences()) == usual.contains(value), "\(key)=\(value)")
            }
        }
    }

    @Test func noValueIsLeftOut() throws {
        let values = Dictionary(uniqueKeysWithValues: try Self.table().map { ($0.key, $0.values) })
        #expect(values["theme"] == Preferences.Theme.allCases.map(\.rawValue))
        #expect(values["open-in"] == Preferences.OpensIn.allCases.map(\.rawValue))
        #expect(values["known-columns"] == Preferences.KnownColumns.allCases.map(\.rawValue))
        #expect(values["stay-ready"] == Preferences.StaysReady.allCases.map(\.rawValue))
        let rows = Preferences.wheelRange
        #expect(values["wheel-rows"] == [rows.lowerBound, rows.upperBound].map(String.init))
    }
}
