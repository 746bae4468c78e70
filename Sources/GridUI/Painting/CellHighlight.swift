import Synchronization
import Tabular
import TabularOps

/// The search whose matches are highlighted in visible cells.
///
/// It searches a value when the value is first painted, and keeps the result for as long as the source holds the value in
/// memory, so that later frames reuse it.
public final class CellHighlight: @unchecked Sendable {
    // Unchecked, since the compiler cannot verify it: the matchers are used only under the lock.

    /// The step limits of a pattern up to its first match in a value, and between further ones: a screen full of values is
    /// searched between two frames.
    private static let (stepLimit, laterSteps) = (2_000, 200)
    /// The maximum numbers of marked matches in a value, of a pattern and of a text: more than a line has letters.
    private static let (patternLimit, textLimit) = (256, 4_096)
    /// The maximum numbers of values and of tiles whose results are kept: several screens full.
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
        /// Retained, so that no other block can have its address.
        var block: RowBlock
        var matches: [CellPosition: [Range<Int>]?] = [:]
    }

    public init(_ plan: FindPlan) {
        query = plan.query
        matcher = ValueMatcher(plan, stepLimit: Self.stepLimit)
        later = ValueMatcher(plan, stepLimit: Self.laterSteps)
    }

    var lookCount: Int { kept.withLock { $0.lookCount } }

    /// The byte ranges of the matches in the value of a cell in `block`, ascending and disjoint; nil without a match, as far
    /// as the loaded bytes show. It may be empty for a match: of an empty value, or by a pattern that matches the empty
    /// string.
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
    /// True while the active cell is that of the last search result.
    var isAtFound: Bool { highlight != nil && foundCell != nil && foundCell == activeCell }

    /// True where the last search hit in the active cell lies after the loaded part of its value.
    public var isFoundBehind: Bool {
        guard isAtFound, let cell = activeCell, let block = table.cells.block(row: cell.row, column: cell.column),
            block.info(row: cell.row, column: cell.column).isCut
        else { return false }
        return highlight?.matches(in: cell, of: block) == nil
    }
}
