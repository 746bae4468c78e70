import Glibc

/// The machine that the figures were taken on.
enum Machine {
    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    static var description: [(name: String, value: String)] {
        var system = utsname()
        uname(&system)
        let kernel = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let memory = sysconf(Int32(_SC_PHYS_PAGES)) / 1024 * sysconf(Int32(_SC_PAGESIZE)) / 1024
        return [
            ("cpu", field("model name", in: "/proc/cpuinfo") ?? "unknown"),
            ("cores", "\(cores)"),
            ("memory", "\(memory) MiB"),
            ("kernel", kernel),
            ("build", isDebugBuild ? "DEBUG, figures say nothing" : "release"),
            ("page cache", "warm: files are read once before they are measured"),
        ]
    }

    /// Bytes of resident memory of this process.
    static func residentBytes() throws -> Int {
        guard let text = field("VmRSS", in: "/proc/self/status"), let kibibytes = Int(text.prefix { $0.isNumber })
        else { throw Skipped(reason: "/proc/self/status has no VmRSS") }
        return kibibytes << 10
    }

    /// The value behind "name:" in a file of /proc.
    static func field(_ name: String, in path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
            let parts = text.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].filter({ $0 != "\t" }) == name {
                return String(parts[1].drop { $0 == " " || $0 == "\t" }.prefix { $0 != "\n" })
            }
        }
        return nil
    }
}
