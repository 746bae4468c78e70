import Geometry

/// The pieces of the separators of one band of tracks over one band of the other axis, in a frame.
///
/// Within the frame, the bits of its lines tell where merged cells cut them. The next cuts beyond it, where pieces that extend
/// out of the frame end, were looked up for all lines together.
struct SeparatorPieces {
    private let axis: Axis
    private let whole: SeparatorPiece
    /// The tracks of the other axis that are in the band.
    private let tracks: Range<Int>
    private let cross: SheetAxis
    /// The number of lines: after the last line there is nothing to merge with.
    private let lineCount: Int
    private var cuts: FrameCuts?
    private var before = TrackPlace()
    private var after = TrackPlace()
    /// The last requested piece of a pinned band.
    private var pinned: (tracks: Range<Int>, piece: SeparatorPiece)?

    /// The position of the last requested track: consecutive lines request the same.
    private struct TrackPlace {
        var index = -1
        var place = 0.0

        mutating func start(of index: Int, on axis: SheetAxis) -> Double {
            if index != self.index {
                (self.index, place) = (index, axis.header + axis.tracks.offset(of: index))
            }
            return place
        }
    }

    init(
        _ sheet: StickySheet, _ axis: Axis, of band: Region.Band, _ whole: SeparatorPiece,
        _ frame: borrowing FrameTracks
    ) {
        self.axis = axis
        self.whole = whole
        cross = sheet.axis(axis.other)
        tracks = cross.indices(of: whole.band)
        lineCount = sheet.axis(axis).tracks.count - 1
        cuts = FrameCuts(sheet, axis, (band, whole.band), frame)
    }

    /// Calls `body` with the pieces of the separator of the track at position `line`, later ones before earlier ones.
    mutating func forEach(
        ofLine line: Int, after track: Int, _ sheet: StickySheet, _ frame: borrowing FrameTracks,
        _ body: (SeparatorPiece) -> Void
    ) {
        guard track < lineCount else { return body(whole) }
        if let cuts, cuts.lines.isKnown(line) {
            forEach(ofLine: line, cuts, sheet, frame, body)
        } else {
            forEach(along: TrackLine(axis: axis, track: track), sheet, frame, body)
        }
    }
}

extension SeparatorPieces {
    /// The pieces according to the bits of the line.
    private mutating func forEach(
        ofLine line: Int, _ cuts: FrameCuts, _ sheet: StickySheet, _ frame: borrowing FrameTracks,
        _ body: (SeparatorPiece) -> Void
    ) {
        let met = cuts.positions
        let outer = cuts.nearest(toLine: line)
        // Positions run from the last track to the first; a position at an end of `met` is beyond the frame.
        var position = met.lowerBound
        repeat {
            let last = cuts.lines.first(in: position..<met.upperBound, isCut: false, ofLine: line)
            guard last < met.upperBound else { return }
            let first = cuts.lines.first(in: last..<met.upperBound, isCut: true, ofLine: line)
            position = first
            let start =
                first < met.upperBound ? frame.track(axis.other, first).index + 1 : max(outer.before, tracks.lowerBound)
            let end =
                last > met.lowerBound ? frame.track(axis.other, last - 1).index : min(outer.after, tracks.upperBound)
            guard start < end else { continue }
            guard start > tracks.lowerBound || end < tracks.upperBound else { return body(whole) }
            guard whole.band == .scrolling else {
                let known = pinned.flatMap { $0.tracks == start..<end ? $0.piece : nil }
                let piece = known ?? piece(start..<end, sheet, frame.visible)
                if known == nil { pinned = (start..<end, piece) }
                body(piece)
                continue
            }
            // A piece that ends within the frame ends at the edge of a track that was looked up.
            let low =
                first < met.upperBound ? frame.track(axis.other, first - 1).start : before.start(of: start, on: cross)
            let high = last > met.lowerBound ? frame.track(axis.other, last).end : after.start(of: end, on: cross)
            body(
                SeparatorPiece(
                    band: whole.band, number: start - tracks.lowerBound,
                    stretch: Stretch(start: low, length: high - low)))
        } while position < met.upperBound
    }

    /// The pieces by a search for each: if hidden tracks are at the edges of merged cells, or there is no room for bits.
    private func forEach(
        along line: TrackLine, _ sheet: StickySheet, _ frame: borrowing FrameTracks, _ body: (SeparatorPiece) -> Void
    ) {
        let met = cross.indices(
            of: whole.band, meeting: frame.rect.interval(axis.other), visible: frame.visible.interval(axis.other))
        let tree = sheet.merges.tree
        // The merged cell that ends a piece, and then, step by step, the one after which it begins.
        var next = tree.span(.first, acrossLine: line, within: max(met.upperBound - 1, 0)..<tracks.upperBound)
        var end = next?.tracks(axis.other).lowerBound ?? tracks.upperBound
        while end > met.lowerBound {
            next = tree.span(.last, acrossLine: line, within: tracks.lowerBound..<end)
            let before = next?.tracks(axis.other)
            let start = max(before?.upperBound ?? tracks.lowerBound, tracks.lowerBound)
            if start < end { body(piece(start..<end, sheet, frame.visible)) }
            guard let before else { return }
            end = before.lowerBound
        }
    }

    private func piece(_ range: Range<Int>, _ sheet: StickySheet, _ visible: Rect) -> SeparatorPiece {
        range == tracks ? whole : sheet.piece(range, of: whole.band, axis, visible)
    }
}

/// The cuts in the lines of one band of tracks, over one band of the other axis, looked up together.
struct FrameCuts {
    let lines: LineCuts
    /// The positions on the other axis.
    let positions: Range<Int>
    private let firstLine: Int
    private let before: UnsafeMutableBufferPointer<Int>
    private let after: UnsafeMutableBufferPointer<Int>

    /// Nil without room for the cuts, or where the bits do not cover all tracks from the first intersecting one to the last.
    init?(
        _ sheet: StickySheet, _ axis: Axis, _ bands: (lines: Region.Band, across: Region.Band),
        _ frame: borrowing FrameTracks
    ) {
        guard let lines = axis == .vertical ? frame.cuts.rows : frame.cuts.columns else { return nil }
        let linePositions = frame.positions(axis, of: bands.lines)
        positions = frame.positions(axis.other, of: bands.across)
        let scratch = frame.nearest(over: bands.across)
        guard !positions.isEmpty, linePositions.count <= scratch.before.count else { return nil }
        // If a non-intersecting neighbor may be included, each line is searched separately.
        guard axis == .vertical ? frame.columns.hasAll(of: bands.across) : frame.rows.hasAll(of: bands.across) else {
            return nil
        }
        let tracks = sheet.axis(axis.other).indices(of: bands.across)
        let met =
            axis == .vertical ? frame.columns.indices(at: positions) : frame.rows.indices(at: positions)
        (self.lines, firstLine, before, after) = (lines, linePositions.lowerBound, scratch.before, scratch.after)
        let beyond = (before: tracks.lowerBound..<met.lowerBound, after: met.upperBound..<tracks.upperBound)
        func look(_ search: NearestSearch, _ frame: borrowing FrameTracks) {
            if axis == .vertical {
                sheet.merges.tree.search(search, frame.rows)
            } else {
                sheet.merges.tree.search(search, frame.columns)
            }
        }
        look(NearestSearch(axis, .last, in: beyond.before, lines: linePositions, before), frame)
        look(NearestSearch(axis, .first, in: beyond.after, lines: linePositions, after), frame)
    }

    /// Returns the end of the last merged cell across a line before the frame, and the start of the first one after the frame.
    func nearest(toLine line: Int) -> (before: Int, after: Int) { (before[line - firstLine], after[line - firstLine]) }
}
