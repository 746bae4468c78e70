import Drawing
import Geometry
import GridUI
import Tabular

/// A grid drawn once, without a window: what `render` does.
struct GridPicture {
    /// Logical pixels, headers included.
    var size: Size
    var scale: Double
    var theme: Theme

    /// A frame, and in which way it is not what was asked for.
    struct Drawn {
        var list: DisplayList
        /// Words to the user.
        var notes: [String]
        /// The error that kept the source from being read to its end; nil where there was none.
        var failure: ReadError?
    }

    /// Waits until `source` is read and gives the frame.
    ///
    /// - Throws: What kept the source from being read when there is nothing to show, or the view from being shown.
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
