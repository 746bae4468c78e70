import QuadrilleRuntime
import Tabular
import TabularText

/// A maker of previews of one table of text in the background, one at a time. The last request wins: a request made while a
/// preview is in progress replaces the waiting one, and a preview that is no longer wanted is dropped.
public final class DialectPreviewer: Sendable {
    public typealias Outcome = Result<DialectPreview, ReadError>

    private struct State: Sendable {
        var wanted: FormatOptions?
        var isBusy = false
        var isClosed = false
    }

    private let source: TextSource
    private let rows: Int
    private let columns: Int
    private let state = Monitor(State())
    private let handler: @Sendable (FormatOptions, Outcome) -> Void

    /// Creates a previewer; nil where the source is no text. `handler` is called on another thread with a preview and its
    /// options. Another preview may be requested while it runs: compare the options before showing anything.
    public init?(
        of source: any TableSource, rows: Int = 8, columns: Int = 8,
        handler: @escaping @Sendable (FormatOptions, Outcome) -> Void
    ) {
        guard let text = source.abilities[TextSource.self] else { return nil }
        self.source = text
        self.rows = rows
        self.columns = columns
        self.handler = handler
    }

    /// Asks for the preview of `options`. Returns at once.
    public func request(_ options: FormatOptions) {
        let mustStart = state.withLock { state in
            guard !state.isClosed else { return false }
            state.wanted = options
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if mustStart {
            WorkerPool.shared.submit(.interaction, refused: .call({ [self] in refuse() })) { [self] in work() }
        }
    }

    /// Closes the previewer: `handler` is not called any more, but for a call that has begun.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.wanted = nil
        }
    }

    private func refuse() {
        while let options = next() { handler(options, .failure(.noThread(source.name))) }
    }

    private func work() {
        while let options = next() {
            let outcome: Outcome?
            do throws(ReadError) {
                outcome = try source.preview(options.text, rows: rows, columns: columns).map { .success($0) }
            } catch {
                outcome = .failure(error)
            }
            let isWanted = state.withLock { !$0.isClosed && $0.wanted == nil }
            if isWanted, let outcome { handler(options, outcome) }
        }
    }

    private func next() -> FormatOptions? {
        state.withLock { state in
            defer { state.wanted = nil }
            if state.wanted == nil { state.isBusy = false }
            return state.wanted
        }
    }
}
