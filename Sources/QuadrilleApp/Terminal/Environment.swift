import Glibc
import QuadrilleRuntime
import TableFormats

/// The environment of the process at its start, with repairs where it is unusual.
enum Environment {
    /// Opens /dev/null as standard input, output and error where they are closed; else the next opened file would get their
    /// numbers, and messages would go into it. Reads and writes still fail: each descriptor is open for the wrong direction.
    static func occupyStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// True where a variable requests something that a running program would not know of, so this one must run on its own.
    static var asksForAProgramOfItsOwn: Bool {
        UserFolders.ofUser.keepsLess || getenv("QUADRILLE_TRACE").map { $0.pointee != 0 } ?? false
    }

    /// Returns true where `argument` stands for bytes that are not UTF-8, which a String cannot hold.
    static func isMalformed(_ argument: String) -> Bool { bytes(of: argument) != nil }

    /// A path for the file that `argument` names, also where its bytes are not UTF-8.
    ///
    /// For such a path, this is the kernel's name for an open file. The file is opened only as a reference (O_PATH), so a
    /// later `open` reports its own errors. The descriptor stays open until the program exits.
    static func openablePath(_ argument: String) -> String {
        guard let bytes = bytes(of: argument) else { return argument }
        let pathOnly: Int32 = 0o10000000
        let descriptor = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { open($0, pathOnly | O_CLOEXEC) } ?? -1
        }
        return descriptor < 0 ? argument : "/proc/self/fd/\(descriptor)"
    }

    /// The bytes of a malformed argument, with the zero at their end.
    private static func bytes(of argument: String) -> [CChar]? {
        guard argument.unicodeScalars.contains("\u{FFFD}") else { return nil }
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let raw = CommandLine.unsafeArgv[index] else { continue }
            if String(cString: raw) == argument && String(validatingCString: raw) == nil {
                return Array(UnsafeBufferPointer(start: raw, count: strlen(raw) + 1))
            }
            // A URL in ASCII may encode such bytes.
            let text = UnsafeBufferPointer(start: raw, count: strlen(raw)).map(UInt8.init(bitPattern:))
            if let path = try? TablePlace.pathBytes(written: text), String(decoding: path, as: UTF8.self) == argument,
                String(validating: path, as: UTF8.self) == nil
            {
                return path.map(CChar.init(bitPattern:)) + [0]
            }
        }
        return nil
    }
}
