import Glibc
import Testing

@testable import Translation

/// Each in a process of its own: a language is for all of a program.
struct LanguageTests {
    @Test func thePlatformSpeaksTheLanguageThatIsAskedFor() async {
        await #expect(processExitsWith: .success) {
            for (language, copy, rows) in [
                ("de", "Kopieren", "2 Zeilen"), ("fr", "Copier", "2 lignes"), ("nowhere:de", "Kopieren", "2 Zeilen"),
                ("en", "Copy", "2 rows"),
            ] {
                setenv("LC_ALL", "C.UTF-8", 1)
                setenv("LANGUAGE", language, 1)
                Language.start()
                #expect(tr("Copy") == copy)
                #expect(tr(one: "{count} row", many: "{count} rows", 2) == rows)
                #expect(1234.grouped == "1,234", "the locale has no numbers of its own")
            }
        }
    }

    @Test func frenchCountsNothingAsOne() async {
        await #expect(processExitsWith: .success) {
            setenv("LC_ALL", "C.UTF-8", 1)
            setenv("LANGUAGE", "fr", 1)
            Language.start()
            let counts = [0, 1, 2].map { tr(one: "{count} row", many: "{count} rows", $0) }
            #expect(counts == ["0 ligne", "1 ligne", "2 lignes"])
        }
    }

    /// A locale that is made here: those that are installed differ from machine to machine.
    @Test func numbersOfPeopleFollowTheLocaleAndThoseOfDataDoNot() async {
        await #expect(processExitsWith: .success) {
            let folder = try #require(mkdtemp(strdup("/tmp/quadrille-locale-XXXXXX")).map { String(cString: $0) })
            defer { system("rm -rf -- '\(folder)'") }
            // It complains of what the C library has in store beside the locale.
            system("localedef -i de_DE -f UTF-8 '\(folder)/de_DE.UTF-8' 2>/dev/null")
            setenv("LOCPATH", folder, 1)
            setenv("LC_ALL", "de_DE.UTF-8", 1)
            unsetenv("LANGUAGE")
            Language.start()
            #expect(tr("Copy") == "Kopieren")
            #expect(tr(one: "{count} row", many: "{count} rows", 1_234_567) == "1.234.567 Zeilen")
            #expect("0.5".withLocalPoint == "0,5")
            #expect(strtod("1.5", nil) == 1.5, "C reads as files have it")
            #expect("\(1.5)" == "1.5" && Double("1.5") == 1.5)
        }
    }
}
