/// Ends a benchmark that cannot be run here.
struct Skipped: Error {
    let reason: String
}
