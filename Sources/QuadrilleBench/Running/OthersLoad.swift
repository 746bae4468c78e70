import BenchmarkKit
import Glibc

/// The load of the machine by other programs, from now on: measurements of the same time are to be judged by it.
struct OthersLoad {
    private let start = Self.now()

    /// The processors that others had, in the mean: 0 on a machine of one's own.
    func figure(during name: String) -> Figure {
        let end = Self.now()
        let elapsed = max(1e-3, end.clock - start.clock)
        let others = max(0, end.busy - start.busy - (end.ours - start.ours)) / elapsed
        return Figure("\(name): processors that others had", unit: "", clock: .none, Samples([others]))
    }

    /// Seconds: of all processors that were busy, of those ours, and of the clock.
    private static func now() -> (busy: Double, ours: Double, clock: Double) {
        (
            busySeconds(), rusage.seconds(of: RUSAGE_SELF) + rusage.seconds(of: RUSAGE_CHILDREN),
            Double(Clock.monotonic.now) / 1e9
        )
    }

    /// The first line of /proc/stat (proc(5)): user, nice, system, idle, iowait, irq, softirq and steal, of all processors
    /// since the start.
    private static func busySeconds() -> Double {
        guard let file = fopen("/proc/stat", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        fgets(&line, 512, file)
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let ticks = text.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0.prefix { $0.isNumber }) }
        guard ticks.count == 8 else { return 0 }
        let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]
        return busy / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }
}
