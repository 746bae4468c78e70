import Geometry

/// The piece of a separator over one band of the other axis, between the merged cells there.
struct SeparatorPiece {
    var band: Region.Band
    /// The number of tracks of the band before it.
    var number: Int
    var stretch: Stretch
}

// A separator lies across an axis: that of a row over the columns.
extension StickySheet {
    /// The z of separators that are frozen on `axes` axes.
    func separatorZ(frozenOn axes: Int) -> Int { hasFrozen ? axes : 2 }

    var hasFrozen: Bool { vertical.frozen != FrozenEnds() || horizontal.frozen != FrozenEnds() }

    func axis(_ axis: Axis) -> SheetAxis { axis == .horizontal ? horizontal : vertical }

    func separator(_ axis: Axis, number: Int, piece first: Int, _ visible: Rect) -> LayoutAttributes? {
        guard number >= 0, first >= 0, lengths.separatorThickness > 0,
            let band = Region.Band(rawValue: UInt8(number % 3)),
            let track = axis == .vertical ? row(number / 3, visible) : column(number / 3, visible), !track.isBundle
        else { return nil }
        let cross = self.axis(axis.other)
        let tracks = cross.indices(of: band)
        guard band == .scrolling || !tracks.isEmpty else { return nil }
        guard first > 0 || !tracks.isEmpty && !merges.isEmpty else {
            let whole = cross.stretch(of: band, visible: visible.interval(axis.other))
            return first > 0 ? nil : separator(axis, track, SeparatorPiece(band: band, number: 0, stretch: whole))
        }
        guard first < tracks.count,
            let piece = pieceTracks(axis, track.index, from: tracks.lowerBound + first, in: tracks)
        else { return nil }
        return separator(axis, track, self.piece(piece, of: band, axis, visible))
    }

    /// Returns the tracks of the other axis under the piece that begins with `start`, or nil where none does.
    private func pieceTracks(_ axis: Axis, _ track: Int, from start: Int, in tracks: Range<Int>) -> Range<Int>? {
        let line = line(axis, after: track)
        func span(_ range: Range<Int>) -> Range<Int>? {
            line.flatMap { merges.tree.span(.first, acrossLine: $0, within: range)?.tracks(axis.other) }
        }
        if start > tracks.lowerBound, span(start - 1..<start) == nil { return nil }
        guard let next = span(start..<tracks.upperBound) else { return start..<tracks.upperBound }
        return next.lowerBound > start ? start..<next.lowerBound : nil
    }

    /// Returns the line of the separator of a track. After the last track there is nothing to merge with.
    private func line(_ axis: Axis, after track: Int) -> TrackLine? {
        let count = axis == .vertical ? rows.count : columns.count
        return track < count - 1 && !merges.isEmpty ? TrackLine(axis: axis, track: track) : nil
    }

    func piece(_ tracks: Range<Int>, of band: Region.Band, _ axis: Axis, _ visible: Rect) -> SeparatorPiece {
        let cross = self.axis(axis.other)
        return SeparatorPiece(
            band: band, number: tracks.lowerBound - cross.indices(of: band).lowerBound,
            stretch: cross.placed(tracks, visible: visible.interval(axis.other)).stretch)
    }

    /// Returns the separator at the end of a track, over a piece of the other axis.
    private func separator(_ axis: Axis, _ track: PlacedTrack, _ piece: SeparatorPiece) -> LayoutAttributes {
        let thickness = min(lengths.separatorThickness, track.size)
        let isRow = axis == .vertical
        return LayoutAttributes(
            element: .decoration(
                isRow ? .separator : .columnSeparator, number: track.index * 3 + Int(piece.band.rawValue),
                piece: piece.number),
            frame: isRow
                ? Rect(
                    x: piece.stretch.start, y: track.end - thickness, width: piece.stretch.length, height: thickness)
                : Rect(
                    x: track.end - thickness, y: piece.stretch.start, width: thickness, height: piece.stretch.length),
            z: separatorZ(frozenOn: (track.isPinned ? 1 : 0) + (piece.band == .scrolling ? 0 : 1)),
            scrollAxes: isRow ? Self.scrollAxes(track.band, piece.band) : Self.scrollAxes(piece.band, track.band),
            region: isRow
                ? Region(horizontal: piece.band, vertical: track.band)
                : Region(horizontal: track.band, vertical: piece.band))
    }

    // MARK: In a frame

    /// Appends the separators of the rows (`axis` vertical) or of the columns that have that z.
    func appendSeparators(
        _ axis: Axis, _ z: Int, _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        guard lengths.separatorThickness > 0 else { return }
        appendSeparators(axis, .trailing, z, frame, &output)
        appendSeparators(axis, .scrolling, z, frame, &output)
        appendSeparators(axis, .leading, z, frame, &output)
    }

    private func appendSeparators(
        _ axis: Axis, _ band: Region.Band, _ z: Int, _ frame: borrowing FrameTracks,
        _ output: inout [LayoutAttributes]
    ) {
        let cross = self.axis(axis.other)
        let visible = frame.visible.interval(axis.other)
        let wanted = frame.rect.interval(axis.other)
        let frozen = band == .scrolling ? 0 : 1
        func whole(over crossBand: Region.Band, z pieceZ: Int) -> SeparatorPiece? {
            let stretch = cross.stretch(of: crossBand, visible: visible)
            guard pieceZ == z, stretch.meets(wanted) else { return nil }
            return SeparatorPiece(band: crossBand, number: 0, stretch: stretch)
        }
        let trailing = whole(over: .trailing, z: frozen + 1)
        let scrolling = whole(over: .scrolling, z: separatorZ(frozenOn: frozen))
        let leading = whole(over: .leading, z: frozen + 1)
        guard trailing != nil || scrolling != nil || leading != nil else { return }
        guard merges.isEmpty else {
            return appendPieces(axis, of: band, (trailing, scrolling, leading), frame, &output)
        }
        for position in frame.positions(axis, of: band) {
            let track = axis == .vertical ? frame.rows[position] : frame.columns[position]
            if track.isBundle { continue }
            if let trailing { output.append(separator(axis, track, trailing), ifMeeting: frame.rect) }
            if let scrolling { output.append(separator(axis, track, scrolling), ifMeeting: frame.rect) }
            if let leading { output.append(separator(axis, track, leading), ifMeeting: frame.rect) }
        }
    }

    /// Appends the pieces of the separators between merged cells.
    private func appendPieces(
        _ axis: Axis, of band: Region.Band,
        _ whole: (trailing: SeparatorPiece?, scrolling: SeparatorPiece?, leading: SeparatorPiece?),
        _ frame: borrowing FrameTracks, _ output: inout [LayoutAttributes]
    ) {
        func pieces(_ whole: SeparatorPiece?, _ frame: borrowing FrameTracks) -> SeparatorPieces? {
            guard let whole else { return nil }
            return SeparatorPieces(self, axis, of: band, whole, frame)
        }
        var trailing = pieces(whole.trailing, frame)
        var scrolling = pieces(whole.scrolling, frame)
        var leading = pieces(whole.leading, frame)
        for position in frame.positions(axis, of: band) {
            let track = axis == .vertical ? frame.rows[position] : frame.columns[position]
            if track.isBundle { continue }
            func append(_ pieces: inout SeparatorPieces?, _ frame: borrowing FrameTracks) {
                pieces?.forEach(ofLine: position, after: track.index, self, frame) { piece in
                    output.append(separator(axis, track, piece), ifMeeting: frame.rect)
                }
            }
            append(&trailing, frame)
            append(&scrolling, frame)
            append(&leading, frame)
        }
    }
}
