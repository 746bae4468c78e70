import Glibc

/// A first word that is no command and no option, but similar to one. The parser would read it as a file name, and the words
/// after it as options of windows.
enum Misspelling {
    private static let options = ["--help", "--version"]

    /// Returns the message about `word`; nil where it resembles no option or command, or where a file has that name.
    static func message(about word: String, isFile: (String) -> Bool) -> String? {
        if word.hasPrefix("-") {
            guard word.count > 2, !options.contains(word), let meant = NearName.nearest(to: word, in: options).first
            else { return nil }
            return "Unknown option '\(word)'. Did you mean '\(meant)'?"
        }
        let commands = QuadrilleCommand.commands
        // Names of data files have an ending, or a folder before them.
        guard !commands.contains(word), !word.contains("/"), !word.contains("."), !isFile(word),
            let meant = NearName.nearest(to: word, in: commands).first
        else { return nil }
        return "There is no file '\(word)'. Did you mean 'quadrille \(meant)'?"
    }

    static func isFile(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
