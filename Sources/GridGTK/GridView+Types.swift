import GridUI

// Changes of column types.
extension GridView {
    /// Discards the results that depend on column types, and computes those on display again: pictures in headers, and groups.
    /// The window sorts and filters rows itself.
    public func forgetReadValues() {
        pictureWork = PictureWork()
        update { $0.forgetPictures() }
        groups = nil
        let view = wantedView
        if view.grouping(in: views) != nil { show(view) }
    }
}
