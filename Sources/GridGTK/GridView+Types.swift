import GridUI

// Columns that are read otherwise.
extension GridView {
    /// Forgets what was found of the values by the forms that columns had, and looks for it again as far as it shows: pictures
    /// in headers, and groups. Rows that were sorted or filtered are the window's.
    public func forgetReadValues() {
        pictureWork = PictureWork()
        update { $0.forgetPictures() }
        groups = nil
        let view = wantedView
        if view.grouping(in: views) != nil { show(view) }
    }
}
