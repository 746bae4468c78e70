import Glibc
import QuadrilleRuntime
import Translation

/// The file of the preferences, in the user's folder for configuration.
struct PreferencesFile: Sendable {
    private static let queue = SerialWork(.interaction)
    /// Bytes: a thousand times what the program ever writes.
    private static let largest = 1 << 20
    /// The number of links that the kernel follows (path_resolution(7)).
    private static let mostLinks = 40

    let folder: String

    init(folder: String) { self.folder = folder }

    /// The file in the user's folder for configuration; nil without such a folder.
    static var ofUser: PreferencesFile? { UserFolders.ofUser.configuration.map { PreferencesFile(folder: $0) } }

    var path: String { folder + "/preferences.ini" }

    /// The path of the file itself, after symbolic links: users who keep such files elsewhere have a link, which must stay.
    private var place: String {
        var place = path
        for _ in 0..<Self.mostLinks {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &bytes, bytes.count)
            guard count > 0 else { return place }
            let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            place = target.hasPrefix("/") ? target : place[...(place.lastIndex(of: "/") ?? place.startIndex)] + target
        }
        // A cycle of links.
        return path
    }

    /// Returns the stored preferences; the defaults where there are none. Renames a file that cannot be parsed, and returns a
    /// `notice` about it.
    ///
    /// Call it before the first window opens: it reads a small file.
    func read() -> (preferences: Preferences, notice: String?) {
        let text: String
        do throws(SystemError) {
            guard let found = try self.text() else { return (Preferences(), nil) }
            text = found
        } catch {
            return (Preferences(), Self.notice(error.description))
        }
        do throws(Preferences.Damaged) {
            return (try Preferences(reading: text), nil)
        } catch {
            let notice = StateFolder.setAside(place).map {
                tr(
                    "The preferences could not be read: {error}. All is as it is without any; the file is now {file}.",
                    ["error": error.description, "file": $0])
            }
            return (Preferences(), notice ?? Self.notice(error.description))
        }
    }

    private static func notice(_ error: String) -> String {
        tr("The preferences could not be read: {error}. All is as it is without any.", ["error": error])
    }

    /// Writes the differences from `before` in the background, after earlier writes. Ignores errors: they must not interrupt
    /// the user's work.
    func write(_ preferences: Preferences, since before: Preferences) {
        Self.queue.async { save(preferences, since: before) }
    }

    /// Waits until everything is written, but at most `seconds`.
    static func settle(within seconds: Double) { queue.settle(within: seconds) }

    /// Replaces the file completely or not at all, preserving its other text; writes nothing where the file cannot be read.
    func save(_ preferences: Preferences, since before: Preferences) {
        guard let old = try? self.text() ?? "" else { return }
        let text = preferences.text(over: old, since: before)
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o700) }
        mkdir(folder, 0o700)
        Array(text.utf8).withUnsafeBytes { _ = WholeFile.replace(place, with: $0, isDurable: true) }
    }

    /// The text of the file; nil where there is none, or where its kind or size rules out preferences.
    private func text() throws(SystemError) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            throw SystemError(number: errno)
        }
        return try FileDescriptor(owning: number).contents(limit: Self.largest).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
