import FoundationEssentials
import GridLayout
import GridUI
import TableFormats
import Tabular

/// The view of a file when it was closed, for the next time it opens. Plain text on disk: JSON with sorted keys.
struct KeptView: Codable, Hashable, Sendable {
    struct WindowSize: Codable, Hashable, Sendable {
        /// In logical pixels.
        var width: Int
        var height: Int
    }

    /// Incremented when older programs cannot read the output of newer ones.
    static let currentVersion = 1

    var version = Self.currentVersion
    /// The file's absolute path: paths can be longer than file names on disk.
    var path: String
    /// The name of the table, of a file that has several; nil for a file of one table.
    var table: String?
    /// The shown table when a file of several tables was closed: its view is stored by its name, and here as well where the
    /// table opens before the others are known.
    var activeTable: String?
    var window: WindowSize?
    /// The user's choices about reading the file; nil where all of them are detected.
    var reading: FormatOptions?
    var settings: ViewSettings
    /// The filters and sort keys of the rows; nil for all rows in the order of the file.
    var rows: PendingArrangement?

    /// An error in the text of a state file.
    struct Damaged: Error, Hashable {
        var description: String
    }

    /// Reads the output of `encoded`; nil for that of a newer program, or of another file or table.
    init?(reading bytes: [UInt8], of path: String, table: String? = nil) throws(Damaged) {
        struct Start: Codable { var version: Int }
        let decoder = JSONDecoder()
        let data = Data(bytes)
        do {
            guard try decoder.decode(Start.self, from: data).version <= Self.currentVersion else { return nil }
            self = try decoder.decode(KeptView.self, from: data)
        } catch {
            throw Damaged(description: "\(error)")
        }
        guard self.path == path, self.table == table else { return nil }
    }

    init(path: String, window: WindowSize?, settings: ViewSettings, rows: PendingArrangement? = nil) {
        (self.path, self.window, self.settings, self.rows) = (path, window, settings, rows)
    }

    /// A Boolean value that indicates whether the table is shown as a new one.
    var isEmpty: Bool { settings == ViewSettings() && rows == nil && reading == nil }

    /// Removes all but the names of the file and its tables.
    mutating func clear() { (settings, rows, reading) = (ViewSettings(), nil, nil) }

    var encoded: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // JSON cannot express non-finite numbers, but all lengths are finite.
        return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
    }
}

// Numbers and texts on disk may be anything: this is the only place that rejects values the program cannot have written.
extension KeptView {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        path = try values.decode(String.self, forKey: .path)
        table = try values.decodeIfPresent(String.self, forKey: .table)
        activeTable = try values.decodeIfPresent(String.self, forKey: .activeTable)
        window = try values.decodeIfPresent(WindowSize.self, forKey: .window)
        // The file can be read without them: by detection.
        reading = try? values.decodeIfPresent(FormatOptions.self, forKey: .reading)
        settings = try values.decode(ViewSettings.self, forKey: .settings)
        rows = try values.decodeIfPresent(PendingArrangement.self, forKey: .rows)
        let parts: [(CodingKeys, Bool)] = [
            (.version, version > 0), (.window, window?.isValid != false),
            (.settings, settings.isValid), (.rows, rows?.isValid != false),
        ]
        guard let (key, _) = parts.first(where: { !$0.1 }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: values, debugDescription: "a number or a name is out of bounds")
    }
}

extension KeptView.WindowSize {
    /// Larger than any monitor, and within the coordinates of X11 and Wayland.
    private static let range = 1...65_535

    fileprivate var isValid: Bool { Self.range.contains(width) && Self.range.contains(height) }
}

extension ViewSettings {
    /// A Boolean value that indicates whether the view is known and every number lies within its bounds.
    fileprivate var isValid: Bool {
        ViewRegistry.standard[layout] != nil && parameters.values.allSatisfy((0...TrackSizes.maximumSize).contains)
            && [frozenRows, frozenColumns, frozenTrailingRows, frozenTrailingColumns].allSatisfy(KeptNumber.isIndex)
            && merges.allSatisfy(\.isValid) && Viewport.zoomRange.contains(zoom)
            && KeptNumber.isIndex(place?.row ?? 0) && KeptNumber.isIndex(place?.column ?? 0)
            && offset?.isValid != false && standing?.isValid != false
    }
}
