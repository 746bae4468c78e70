import Dispatch
import Glibc
import Tabular
import Translation

/// The file in which the preferences stand, in the user's folder for configuration.
struct PreferencesFile: Sendable {
    private static let queue = DispatchQueue(label: "org.quadrille.Quadrille.preferences", qos: .utility)
    /// Bytes: a thousand times what is ever written.
    private static let largest = 1 << 20
    /// As many as the kernel follows (path_resolution(7)).
    private static let mostLinks = 40

    let folder: String

    init(folder: String) { self.folder = folder }

    /// The one in the user's folder for configuration; nil where there is none.
    static var ofUser: PreferencesFile? { UserFolders.ofUser.configuration.map { PreferencesFile(folder: $0) } }

    var path: String { folder + "/preferences.ini" }

    /// Where the file itself lies: people who keep such files elsewhere have a link to it, which is to stay.
    private var place: String {
        var place = path
        for _ in 0..<Self.mostLinks {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &bytes, bytes.count)
            guard count > 0 else { return place }
            let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            place = target.hasPrefix("/") ? target : place[...(place.lastIndex(of: "/") ?? place.startIndex)] + target
        }
        // Links that lead nowhere but to each other.
        return path
    }

    /// What stands there; the ordinary ones where nothing does. A file that cannot be understood is set aside under another
    /// name, and `notice` says so.
    ///
    /// Call it before there is a window: it reads a small file.
    func read() -> (preferences: Preferences, notice: String?) {
        guard let text else { return (Preferences(), nil) }
        do throws(Preferences.Damaged) {
            return (try Preferences(reading: text), nil)
        } catch {
            let place = place
            let aside = place + ".damaged"
            let isAside = rename(place, aside) == 0
            return (
                Preferences(),
                isAside
                    ? tr(
                        "The preferences could not be read: {error}. All is as it is without any; the file is now {file}.",
                        ["error": error.description, "file": aside])
                    : tr(
                        "The preferences could not be read: {error}. All is as it is without any.",
                        ["error": error.description])
            )
        }
    }

    /// Writes what is other than `before`, behind what was written until then, in the background. Where that cannot be,
    /// nothing is: nobody is kept from working.
    func write(_ preferences: Preferences, since before: Preferences) {
        Self.queue.async { save(preferences, since: before) }
    }

    /// Waits until all is written, or until `seconds` are over.
    static func settle(within seconds: Double) {
        let group = DispatchGroup()
        queue.async(group: group) {}
        _ = group.wait(timeout: .now() + seconds)
    }

    /// Whole or not at all, with all else that stands there.
    func save(_ preferences: Preferences, since before: Preferences) {
        let text = preferences.text(over: text ?? "", since: before)
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o700) }
        mkdir(folder, 0o700)
        let place = place
        let temporary = "\(place).\(getpid())"
        let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { return }
        let file = TemporaryFile(FileDescriptor(owning: number), for: temporary)
        let failure = Array(text.utf8).withUnsafeBytes { $0.isEmpty ? nil : file.write($0, at: 0).1 }
        if failure != nil || rename(temporary, place) != 0 { unlink(temporary) }
    }

    private var text: String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        let status = file.status
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
