import Geometry
import GridLayout

/// A column or row that is being resized, with its original state.
struct ResizedTrack: Sendable, Hashable {
    let axis: Axis
    private let track: Int
    private let size: Double
    private let isHidden: Bool
    private let isGiven: Bool
    private let offset: Point
    /// 1, or -1 where the track is attached to the viewport's end and grows towards its beginning.
    private let direction: Double

    init?(_ axis: Axis, _ track: Int, of model: GridModel) {
        let screen = ScreenAxis(axis, of: model)
        guard track >= 0, track < screen.tracks.count else { return nil }
        (self.axis, self.track) = (axis, track)
        isHidden = screen.tracks.isHidden(track)
        size = screen.tracks.fullSize(of: track)
        offset = model.viewport.offset
        direction = screen.band(of: track) == .trailing ? -1 : 1
        isGiven = axis == .horizontal && model.sizing.given.contains(model.columns.column(at: track))
    }

    /// Enlarges the track by a distance in logical pixels on the screen. A hidden track starts at size 0.
    func resize(by distance: Double, in model: inout GridModel) {
        let size = (isHidden ? 0 : self.size) + distance * direction / model.viewport.zoom
        if axis == .horizontal {
            guard track < model.columns.count else { return }
            if isHidden { model.sheet.columns.show(track..<track + 1) }
            model.resizeColumn(model.columns.column(at: track), to: size)
        } else {
            guard track < model.rowCount else { return }
            if isHidden { model.sheet.rows.show(track..<track + 1) }
            model.resizeRow(track, to: size)
        }
    }

    func restore(in model: inout GridModel) {
        if axis == .horizontal {
            guard track < model.columns.count else { return }
            if !isGiven { model.sizing.given.remove(model.columns.column(at: track)) }
            model.sheet.columns.setSize(size, for: track)
            if isHidden { model.sheet.columns.hide(track..<track + 1) }
        } else {
            guard track < model.rowCount else { return }
            if size == model.sheet.rows.defaultSize {
                model.sheet.rows.reset(track)
            } else {
                model.sheet.rows.setSize(size, for: track)
            }
            if isHidden { model.sheet.rows.hide(track..<track + 1) }
        }
        // A smaller track may have shortened the scroll range.
        model.viewport.offset = offset
        model.relayout()
    }
}
