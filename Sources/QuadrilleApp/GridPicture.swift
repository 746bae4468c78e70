import Drawing
import Geometry
import GridUI
import Tabular

/// A grid drawn once, without a window, for `render`.
struct GridPicture {
    /// Logical pixels, headers included.
    var size: Size
    var scale: Double
    var theme: Theme

    /// A frame, and its differences from the request.
    struct Drawn {
        var list: DisplayList
        /// Messages for the user.
        var notes: [String]
        /// The error that stopped the reading of the source; nil without one.
        var failure: ReadError?
    }

    /// Waits until `source` is read and returns the frame.
    ///
    /// - Throws: The error that stopped the reading when there is nothing to show, or that made the view impossible.
    func draw(
        _ source: any RecordStreaming, settings: ViewSettings, measuring text: some TextMeasuring
    ) throws(OffscreenError) -> Drawn {
        var grid = try OffscreenGrid(source, size: size, scale: scale)
        grid.restyle(theme, measuring: text)
        try grid.stand(settings, measuring: text)
        var drawn = Drawn(list: DisplayList(), notes: grid.notes, failure: grid.failure)
        var presenter = Presenter()
        presenter.present(grid.model, theme: theme, into: &drawn.list)
        return drawn
    }
}
