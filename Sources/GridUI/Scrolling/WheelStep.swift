import GridLayout

/// The targets of a wheel among rows or columns: whole tracks for whole notches, from any offset; fractions for
/// fractions of a notch, which high-resolution wheels send.
///
/// All lengths are content space, from the start of the tracks.
struct WheelStep {
    /// The default rows per notch, as on every desktop. GTK 3 has no setting for it.
    static let rows = 3.0
    /// The approximate horizontal distance of a notch.
    static let sideways = 150.0
    /// The maximum number of notches at once that are counted row by row; no wheel sends more.
    private static let most = 100.0

    let tracks: TrackSizes
    /// The longest distance per notch, so that part of the old content stays visible.
    let limit: Double
    /// Half of this counts as zero: the view's position is in whole device pixels.
    let devicePixel: Double
    var rowsPerNotch: Double = Self.rows

    /// `start` moved by `notches` of rows.
    func rows(from start: Double, notches: Double) -> Double {
        let sign = notches < 0 ? -1.0 : 1.0
        guard notches.magnitude <= Self.most, notches == notches.rounded(.towardZero) else {
            return start + notches * rowsPerNotch * tracks.defaultSize
        }
        var position = start
        let longest = limit * notches.magnitude
        for _ in 0..<Int(rowsPerNotch * notches.magnitude) {
            guard let next = boundary(after: position, sign) else { break }
            let way = (next - start).magnitude
            // At least one whole row, unless that exceeds the limit.
            if way > longest { return position == start ? start + sign * longest : position }
            position = next
        }
        return position
    }

    /// `start` moved horizontally by `notches`, to the nearest edge of a column.
    func columns(from start: Double, notches: Double) -> Double {
        let target = start + notches * Self.sideways
        guard notches.magnitude <= Self.most, notches == notches.rounded(.towardZero) else { return target }
        let sign = notches < 0 ? -1.0 : 1.0
        guard let next = boundary(after: start, sign) else { return target }
        let longest = limit * notches.magnitude
        guard (next - start).magnitude <= longest else { return start + sign * longest }
        guard let track = tracks.track(containing: target) else { return target }
        let nearest = target - track.offset < track.end - target ? track.offset : track.end
        return (nearest - start) * sign > (next - start) * sign ? nearest : next
    }

    /// The next edge of a track in a direction; nil at the ends.
    private func boundary(after position: Double, _ sign: Double) -> Double? {
        let slack = devicePixel / 2
        if sign > 0 { return tracks.track(containing: position + slack)?.end }
        guard position > slack else { return nil }
        return tracks.track(containing: min(position, tracks.extent) - slack)?.offset
    }
}
