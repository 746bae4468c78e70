import ArgumentParser
import CairoDrawing
import Geometry
import GridUI
import Tabular

/// `quadrille layout`: prints the frames of the visible elements.
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Tell where everything in a frame is, in numbers.",
        usage: "quadrille layout FILE [--json] [options]",
        discussion: """
            Prints kind, row, column, frame and z of what is in sight, in paint order: rows and columns from 0, \
            frames in logical pixels from the grid's leading top corner. Lengths are the engine's own, whatever \
            the font, or those of the options that --help-hidden lists.
            """)

    @Flag(help: "Print JSON instead of text.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size in logical pixels, headers included; 1280x800 when not given.", valueName: "width>x<height"),
        transform: PictureSize.init)
    var size = PictureSize(width: 1280, height: 800)

    @Flag(help: "Measure texts, as a window does.")
    var fitToText = false

    @OptionGroup var order: RowOptions
    @OptionGroup var columns: ColumnOptions
    @OptionGroup var view: ViewOptions
    @OptionGroup var input: InputOptions

    func run() throws {
        if fitToText { try Failure.checkThreads() }
        let source = try order.apply(to: input.checkedSource())
        let grid: OffscreenGrid
        do throws(OffscreenError) {
            grid = try standing(source)
        } catch {
            throw Failure.report(error.message(input.name))
        }
        for note in grid.notes { Output.writeError("\(input.name): \(note)") }
        let records = LayoutRecord.frame(of: grid.model)
        try Output.write(json ? LayoutRecord.json(records) : LayoutRecord.text(records))
        // The exit status tells scripts that rows are missing.
        if let failure = grid.failure {
            throw Failure.report(failure.description + " The rows read before are told of.")
        }
    }

    private func standing(_ source: any RecordStreaming) throws(OffscreenError) -> OffscreenGrid {
        let extent = Size(width: Double(size.width), height: Double(size.height))
        var grid = try OffscreenGrid(source, size: extent, scale: 1)
        // A guessed label or weight column would change frames depending on the data.
        var settings = view.settings(pinsHeaders: false, guessedRoles: [.group])
        settings.columns = columns.columns
        if fitToText {
            let engine = TextEngine()
            grid.restyle(.light, measuring: engine)
            try grid.stand(settings, measuring: engine)
        } else {
            try grid.stand(settings)
        }
        return grid
    }
}
