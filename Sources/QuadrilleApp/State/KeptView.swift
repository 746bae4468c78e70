import FoundationEssentials
import Tabular

/// How a file was shown when it was closed, for when it is opened again. Plain text on disk: JSON with sorted keys.
struct KeptView: Codable, Hashable, Sendable {
    struct WindowSize: Codable, Hashable, Sendable {
        /// In logical pixels.
        var width: Int
        var height: Int
    }

    /// Grows when an older program could not read what a newer one writes.
    static let currentVersion = 1

    var version = Self.currentVersion
    /// The file's absolute path: names on disk are shorter than paths can be.
    var path: String
    var window: WindowSize?
    /// How a person chose to have it read; nil where all of that was found out.
    var reading: KeptReading?
    var settings: ViewSettings
    /// Which rows were shown, and in which order; nil for all as they stand in the file.
    var rows: PendingArrangement?

    /// What a state file could not be.
    struct Damaged: Error, Hashable {
        var description: String
    }

    /// Reads what `encoded` wrote; nil where a newer program did, or where it is of another file.
    init?(reading bytes: [UInt8], of path: String) throws(Damaged) {
        struct Start: Codable { var version: Int }
        let decoder = JSONDecoder()
        let data = Data(bytes)
        do {
            guard try decoder.decode(Start.self, from: data).version <= Self.currentVersion else { return nil }
            self = try decoder.decode(KeptView.self, from: data)
        } catch {
            throw Damaged(description: "\(error)")
        }
        guard self.path == path else { return nil }
        if let reading, reading.options == nil { throw Damaged(description: "\(reading)") }
    }

    init(path: String, window: WindowSize?, settings: ViewSettings, rows: PendingArrangement? = nil) {
        (self.path, self.window, self.settings, self.rows) = (path, window, settings, rows)
    }

    var encoded: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Numbers that JSON has no word for cannot come in: all lengths are finite.
        return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
    }
}
