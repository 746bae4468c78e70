import Synchronization
import Tabular
import TabularOps

/// The search whose matches are highlighted in visible cells.
///
/// It searches a value when that is first painted, and keeps the result for as long as the source holds the value in
/// memory, so that later frames reuse it.
public final class CellHighlight: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: the matchers are used by whoever has the lock.

    /// Steps of a pattern up to its first match in a value, and from each to the next: a screen full of values is looked
    /// at between two frames.
    private static let (stepLimit, laterSteps) = (2_000, 200)
    /// Matches of a pattern that are marked in a value, and of a text: more than a line has letters.
    private static let (patternLimit, textLimit) = (256, 4_096)
    /// Values, and tiles that they are of, that are kept: several screens full.
    private static let (valueLimit, tileLimit) = (1 << 15, 256)

    public let query: FindQuery
    private let matcher: ValueMatcher
    private let later: ValueMatcher
    private let kept = Mutex(Kept())

    private struct Kept {
        var tiles: [BlockTiles.Key: Tile] = [:]
        var valueCount = 0
        /// The number of values searched: the work that tests count.
        var lookCount = 0
    }

    private struct Tile {
        /// It stays in memory with this, so that no other can have its address.
        var block: RowBlock
        var matches: [CellPosition: [Range<Int>]?] = [:]
    }

    public init(_ plan: FindPlan) {
        query = plan.query
        matcher = ValueMatcher(plan, stepLimit: Self.stepLimit)
        later = ValueMatcher(plan, stepLimit: Self.laterSteps)
    }

    var lookCount: Int { kept.withLock { $0.lookCount } }

    /// The bytes of the matches in the value of a cell, which `block` holds, ascending and disjoint; nil where it is no
    /// hit, as far as its bytes that are there tell. A hit may have none: an empty value, or a pattern that matches nothing.
    func matches(in cell: CellPosition, of block: RowBlock) -> [Range<Int>]? {
        if let wanted = query.column, wanted != cell.column { return nil }
        let key = BlockTiles.Key(cellRow: cell.row, cellColumn: cell.column)
        return kept.withLock { kept in
            if let tile = kept.tiles[key], RowBlock.areSame(tile.block, block) {
                if let known = tile.matches[cell] { return known }
            } else {
                kept.valueCount -= kept.tiles[key]?.matches.count ?? 0
                kept.tiles[key] = nil
            }
            kept.lookCount += 1
            let found = block.withBytes(row: cell.row, column: cell.column) { find(in: $0) }
            if kept.valueCount >= Self.valueLimit || kept.tiles.count >= Self.tileLimit {
                (kept.tiles, kept.valueCount) = ([:], 0)
            }
            kept.tiles[key, default: Tile(block: block)].matches[cell] = .some(found)
            kept.valueCount += 1
            return found
        }
    }

    private func find(in value: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
        guard let first = (try? matcher.firstMatch(in: value)).flatMap({ $0 }) else { return nil }
        guard query.isPattern else { return matcher.matches(in: value, limit: Self.textLimit) }
        var matches = first.isEmpty ? [] : [first]
        matches += later.matches(in: value, behind: first, limit: Self.patternLimit - 1)
        return matches
    }
}

extension GridModel {
    /// True while the active cell is the one that a search went to last.
    var isAtFound: Bool { highlight != nil && foundCell != nil && foundCell == activeCell }

    /// True where the last search hit in the active cell lies after the loaded part of its value.
    public var isFoundBehind: Bool {
        guard isAtFound, let cell = activeCell, let block = table.cells.block(row: cell.row, column: cell.column),
            block.info(row: cell.row, column: cell.column).isCut
        else { return false }
        return highlight?.matches(in: cell, of: block) == nil
    }
}
