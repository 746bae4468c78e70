import Foundation
import Glibc
import Testing

/// Runs of the program as a user who may have few threads: root may always have more.
@Suite(.enabled(if: getuid() == 0, "only root becomes another user"))
struct ThreadLimitTests {
    /// A user that nobody else is, in a shell with so many processes and threads at most.
    private static func run(_ script: String, threads: Int, in folder: TemporaryFolder) throws -> Outcome {
        let user = 1_000_000 + Int.random(in: 0..<1_000_000)
        return try Program.shell(
            """
            setpriv --reuid=\(user) --regid=\(user) --clear-groups \
                prlimit --nproc=\(threads) /bin/sh -c "$1" sh "$quadrille"
            """, [script], in: folder.path)
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let rows = (0..<30_000).map { "\(($0 * 7919) % 30_000),\"text \($0)\"" }.joined(separator: "\n")
        try ("id,note\n" + rows + "\n").write(toFile: folder.path("table.csv"), atomically: false, encoding: .utf8)
        _ = try Program.shell("gzip -k table.csv && chmod a+r table.csv table.csv.gz", in: folder.path)
        return folder
    }

    @Test func limitRefusesThreads() throws {
        let folder = try folder()
        #expect(try Self.run("true & wait", threads: 1, in: folder).status != 0)
        #expect(try Self.run("true & wait", threads: 2, in: folder).status == 0)
    }

    @Test(arguments: ["table.csv", "table.csv.gz"])
    func withoutThreadsACommandFailsWithAMessage(file: String) throws {
        let outcome = try Self.run("exec \"$1\" info \(file)", threads: 1, in: folder())
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "\(file): was not read to its end, because the system allows no more threads. Other tables are not "
                    + "affected. Close tabs or programs, then reload it."))
    }

    /// The first limit at which nothing is missing, and each below it.
    @Test(arguments: [
        "info table.csv --columns --json", "info table.csv.gz --json", "find table.csv 'text 29999'",
        "export table.csv --to csv --sort id", "export table.csv.gz --to json --filter 'id < 100'",
    ])
    func withFewThreadsACommandGivesTheSameOrFails(command: String) throws {
        let folder = try folder()
        let expected = try Self.run("exec \"$1\" \(command)", threads: 100, in: folder)
        #expect(expected.status == 0 && !expected.output.isEmpty)
        var whole = 0
        for threads in 1...5 {
            let outcome = try Self.run("exec \"$1\" \(command)", threads: threads, in: folder)
            if outcome.status == 0 {
                #expect(outcome.output == expected.output)
                whole += 1
            } else {
                #expect(outcome.status == 1 && outcome.errors.contains("allows no more threads"))
            }
        }
        #expect(whole >= 2)
    }

    /// GTK and Pango would end the program by a signal.
    @Test(arguments: [
        "render table.csv -o out/a.png", "print table.csv -o out/a.pdf", "layout table.csv --fit-to-text", "table.csv",
    ])
    func withFewThreadsNothingIsDrawn(command: String) throws {
        let folder = try folder()
        try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
        chmod(folder.path("out"), 0o777)
        for threads in [2, 5, 8, 11, 14] {
            let outcome = try Self.run("DISPLAY= exec \"$1\" \(command)", threads: threads, in: folder)
            #expect(outcome.status == 1 && outcome.errors.contains("allows no more threads"))
        }
        let outcome = try Self.run("DISPLAY= exec \"$1\" \(command)", threads: 40, in: folder)
        #expect(!outcome.errors.contains("allows no more threads"))
        #expect(outcome.status == 0 || outcome.errors.contains("no display could be opened"))
    }
}
