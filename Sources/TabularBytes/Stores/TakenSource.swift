import Synchronization
import Tabular

/// A source whose bytes are all in a spool: growth and changes of it are reported, and not followed.
package final class TakenSource: Sendable {
    private let source: any ByteStore
    private let name: String
    /// The facts for a source that has grown.
    private let growth: any ErrorReason
    private let told = Mutex<SourceChange?>(nil)

    package init(_ source: any ByteStore, name: String, grown: any ErrorReason) {
        self.source = source
        self.name = name
        growth = grown
    }

    /// The reported change, or one still to be reported.
    package var change: SourceChange? { told.withLock { $0 } ?? source.change }

    /// Returns news like `ByteStore`, for a store whose bytes stay the same.
    package func news(after seen: StoreNews, notBefore: UInt64) -> StoreOutlook {
        var known = StoreNews(
            length: source.length.known, change: seen.change?.kind == .grown ? nil : seen.change)
        var change = seen.change
        while change == seen.change {
            do throws(ReadError) {
                let outlook = try source.news(after: known, notBefore: notBefore)
                guard case .news(let news) = outlook else { return outlook }
                change = news.change ?? (news.length > known.length ? grown : nil)
                known = news
            } catch {
                // The only possible news; it is reported once.
                guard seen.change != source.change else { return .over }
                change = source.change
            }
        }
        told.withLock { [change] in $0 = change }
        return .news(StoreNews(length: seen.length, change: change, surplus: seen.surplus))
    }

    private var grown: SourceChange {
        SourceChange(kind: .grown, source: name, reason: growth)
    }
}
