import GridLayout

/// The state of scrolling besides the viewport.
public struct ScrollState: Sendable {
    /// The mode that decides about keeping the end of the table visible.
    public internal(set) var following = Following.off
    /// True where appended rows leave the viewport unchanged until `followEnd`, for an owner that calls it once per
    /// frame. If false, the viewport moves to the end at once.
    public var followsByFrames = false
    /// Rows per notch of a mouse wheel, at least one.
    public var wheelRows = WheelStep.rows
    /// The direction of the last scroll, which the next one is likely to continue.
    var heading = ScrollDirection.resting
    /// The scroll motions: automatic ones and those by a finger.
    var motion = ScrollMotion()
    var touch = TouchState()

    /// The same modes, at rest.
    var settings: ScrollState {
        var settings = ScrollState()
        (settings.following, settings.followsByFrames, settings.wheelRows) = (following, followsByFrames, wheelRows)
        return settings
    }
}
