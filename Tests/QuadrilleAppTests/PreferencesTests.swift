import Glibc
import SeededRandom
import Testing

@testable import QuadrilleApp

/// A folder that goes with the test.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/quadrille-preferences-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in ["preferences.ini", "preferences.ini.damaged"] { unlink(file.folder + "/" + name) }
        for name in ["mine.ini", "mine.ini.damaged"] { unlink(path + "/" + name) }
        for folder in [file.folder, path] { rmdir(folder) }
    }

    var file: PreferencesFile { PreferencesFile(folder: path + "/quadrille") }

    func write(_ text: String) {
        mkdir(file.folder, 0o700)
        guard let stream = fopen(file.path, "w") else { return }
        fputs(text, stream)
        fclose(stream)
    }

    func text(_ path: String) -> String {
        guard let stream = fopen(path, "r") else { return "" }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

@Suite struct PreferencesTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func whatIsWrittenIsReadAsItWas(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var preferences = Preferences()
        var text = ""
        for _ in 0..<6 {
            let before = preferences
            preferences.font = random.pick([nil, "Sans 11", "Ünï \"quoted\" 9", "Noto Sans Mono 12.5"])
            preferences.theme = random.pick(Preferences.Theme.allCases)
            preferences.wheelRows = random.int(1...20)
            (preferences.compactRows, preferences.stripeRows) = (random.oneIn(2), random.oneIn(2))
            preferences.groupsDigits = random.oneIn(2)
            preferences.knownColumns = random.pick(Preferences.KnownColumns.allCases)
            preferences.opensIn = random.pick(Preferences.OpensIn.allCases)
            preferences.staysReady = random.pick(Preferences.StaysReady.allCases)
            (preferences.follows, preferences.reducesMotion) = (random.oneIn(2), random.oneIn(2))
            text = preferences.text(over: text, since: before)
            #expect(try Preferences(reading: text) == preferences)
        }
    }

    @Test func whatIsAsItIsByItselfIsNotSaid() throws {
        #expect(Preferences().text(over: "", since: Preferences()) == "")
        #expect(try Preferences(reading: "") == Preferences())
    }

    @Test func commentsAndWhatOthersWroteThereStay() throws {
        let old = "# mine\n[Quadrille]\n# big enough for the train\nfont=Sans 14\nfuture=1\n\n[Other]\na=b\n"
        let before = try Preferences(reading: old)
        var preferences = before
        preferences.theme = .dark
        let new = preferences.text(over: old, since: before)
        for line in ["# mine", "# big enough for the train", "font=Sans 14", "future=1", "a=b", "theme=dark"] {
            #expect(new.contains(line), "\(line)")
        }
    }

    @Test func whatAnotherProgramHasChangedMeanwhileStays() throws {
        let folder = try Folder()
        var (mine, theirs) = (Preferences(), Preferences())
        mine.theme = .dark
        folder.file.save(mine, since: Preferences())
        theirs.wheelRows = 5
        folder.file.save(theirs, since: Preferences())
        #expect(folder.text(folder.file.path) == "[Quadrille]\ntheme=dark\nwheel-rows=5\n")
        // Taken back by who had it, and by that one alone.
        folder.file.save(Preferences(), since: mine)
        #expect(folder.text(folder.file.path) == "[Quadrille]\nwheel-rows=5\n")
    }

    @Test func aSizeOutOfRangeIsTheNearest() throws {
        #expect(try Preferences(reading: "[Quadrille]\nwheel-rows=900\n").wheelRows == 20)
        #expect(try Preferences(reading: "[Quadrille]\nwheel-rows=-4\n").wheelRows == 1)
    }

    @Test(arguments: [
        ("[Quadrille]\ntheme=blue\n", "theme is 'blue'; it can be one of these: system, light, dark"),
        ("[Quadrille]\nknown-columns=yes\n", "known-columns is 'yes'; it can be one of these: ask, always, never"),
        ("[Quadrille]\nwheel-rows=many\n", "wheel-rows is 'many', not a number"),
        ("[Quadrille]\nfollow=perhaps\n", "follow is 'perhaps', neither true nor false"),
    ])
    func whatCannotBeUnderstoodIsNamed(text: String, reason: String) {
        #expect(throws: Preferences.Damaged(description: reason)) { try Preferences(reading: text) }
    }

    @Test func aDamagedFileIsSetAsideWithAWord() throws {
        let folder = try Folder()
        folder.write("not a file of keys")
        let (preferences, notice) = folder.file.read()
        #expect(preferences == Preferences())
        #expect(try #require(notice).contains(folder.file.path + ".damaged"))
        #expect(access(folder.file.path, F_OK) != 0 && access(folder.file.path + ".damaged", F_OK) == 0)
        #expect(folder.file.read().notice == nil)
    }

    /// A socket, which nobody can open, not even root.
    @Test func fileThatCannotBeReadStaysWithAWord() throws {
        let folder = try Folder()
        mkdir(folder.file.folder, 0o700)
        try #require(mknod(folder.file.path, S_IFSOCK | 0o600, 0) == 0)
        let (preferences, notice) = folder.file.read()
        #expect(preferences == Preferences())
        #expect(notice == "The preferences could not be read: No such device or address. All is as it is without any.")
        var changed = preferences
        changed.theme = .dark
        folder.file.save(changed, since: preferences)
        var status = stat()
        #expect(lstat(folder.file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK)
        #expect(access(folder.file.path + ".damaged", F_OK) != 0)
    }

    @Test func theyAreWrittenWholeAndReadAgain() throws {
        let folder = try Folder()
        #expect(folder.file.read().notice == nil)
        var preferences = Preferences()
        (preferences.theme, preferences.font) = (.light, "Sans 20")
        folder.file.save(preferences, since: Preferences())
        #expect(folder.file.read().preferences == preferences)
        #expect(folder.text(folder.file.path) == "[Quadrille]\nfont=Sans 20\ntheme=light\n")
    }

    @Test(arguments: [true, false]) func aLinkStaysAndTheFileThatItLeadsToIsReplaced(isRelative: Bool) throws {
        let folder = try Folder()
        let real = folder.path + "/mine.ini"
        mkdir(folder.file.folder, 0o700)
        #expect(symlink(isRelative ? "../mine.ini" : real, folder.file.path) == 0)
        var preferences = Preferences()
        preferences.theme = .dark
        // Nothing is there at first.
        folder.file.save(preferences, since: Preferences())
        #expect(folder.text(real) == "[Quadrille]\ntheme=dark\n")
        let old = open(real, O_RDONLY | O_CLOEXEC)
        defer { close(old) }
        preferences.theme = .light
        folder.file.save(preferences, since: Preferences())
        var byte: CChar = 0
        #expect(readlink(folder.file.path, &byte, 1) == 1, "it is a link as before")
        #expect(folder.text(real) == "[Quadrille]\ntheme=light\n")
        #expect(folder.file.read().preferences == preferences)
        var (before, after) = (stat(), stat())
        #expect(fstat(old, &before) == 0 && stat(real, &after) == 0)
        #expect(before.st_ino != after.st_ino, "whoever reads the old one has all of it")
        #expect(try names(in: folder.path) == ["mine.ini", "quadrille"])
        #expect(try names(in: folder.file.folder) == ["preferences.ini"])
    }

    @Test func whatALinkLeadsToIsSetAsideWhereItLies() throws {
        let folder = try Folder()
        folder.write("not a file of keys")
        #expect(rename(folder.file.path, folder.path + "/mine.ini") == 0)
        #expect(symlink("../mine.ini", folder.file.path) == 0)
        #expect(try #require(folder.file.read().notice).contains("/mine.ini.damaged"))
        var preferences = Preferences()
        preferences.theme = .dark
        folder.file.save(preferences, since: Preferences())
        #expect(try names(in: folder.path) == ["mine.ini", "mine.ini.damaged", "quadrille"])
        #expect(folder.file.read().preferences == preferences)
    }

    /// Links to each other are no file, and none that is read.
    @Test func linksThatLeadNowhereAreReplaced() throws {
        let folder = try Folder()
        mkdir(folder.file.folder, 0o700)
        #expect(symlink("preferences.ini", folder.file.path) == 0)
        var preferences = Preferences()
        preferences.theme = .dark
        folder.file.save(preferences, since: Preferences())
        #expect(folder.file.read().preferences == preferences)
    }

    private func names(in folder: String) throws -> [String] {
        let stream = try #require(opendir(folder))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
