import ArgumentParser
import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular
import TabularExport

/// `quadrille render`: a picture of the grid as the window would draw it, made without a display.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw the grid into a picture, without a display.",
        usage: "quadrille render FILE --output OUT.png|.svg|.pdf [options]",
        discussion: ViewOptions.discussion)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The picture to write; its ending says which kind: .png, .svg or .pdf.", valueName: "out"),
        completion: .file())
    var output: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size in logical pixels, headers included; 1280x800 when not given.", valueName: "width>x<height"),
        transform: PictureSize.init)
    var size = PictureSize(width: 1280, height: 800)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Device pixels per logical pixel of a PNG, above 0 and up to 8; 1 when not given.", valueName: "factor"),
        transform: NumberArgument.scale)
    var scale = 1.0

    @Flag(help: "Light text on a dark ground.")
    var dark = false

    @OptionGroup var order: RowOptions
    @OptionGroup var columns: ColumnOptions
    @OptionGroup var view: ViewOptions
    @OptionGroup var input: InputOptions

    func validate() throws {
        if PictureKind(path: output) == nil {
            throw ValidationError("--output must end in .png, .svg or .pdf, and \(output) does not.")
        }
        if Environment.isMalformed(output) { throw ValidationError("The name of --output must be UTF-8.") }
        let pixels = [size.width, size.height].map { Double($0) * scale }
        if PictureKind(path: output) == .png, !pixels.allSatisfy({ $0 >= 1 && $0 <= Double(PictureSize.limit) }) {
            throw ValidationError("--size times --scale must be from 1 to \(PictureSize.limit) on both sides.")
        }
    }

    func run() throws {
        try Failure.checkThreads()
        let source = try order.apply(to: input.checkedSource())
        let engine = TextEngine()
        let extent = Size(width: Double(size.width), height: Double(size.height))
        let grid = GridPicture(size: extent, scale: scale, theme: dark ? .dark : .light)
        var settings = view.settings()
        settings.columns = columns.columns
        do {
            let drawn = try grid.draw(source, settings: settings, measuring: engine)
            for note in drawn.notes { Output.writeError("\(input.name): \(note)") }
            // A picture of only some rows would look complete.
            if let failure = drawn.failure { throw TableExport.notWritten(output, because: failure) }
            let bytes = try picture(of: drawn.list, extent, with: CairoRenderer(engine: engine))
            try OutputFile.write(bytes, toFile: output, input: input.path)
        } catch let error as OffscreenError {
            throw Failure.report(error.message(input.name))
        } catch let error as PictureError {
            throw Failure.report("\(output): \(error.description)")
        } catch let error as ExportError {
            throw Failure.report(error.description)
        }
    }

    private func picture(
        of list: DisplayList, _ extent: Size, with renderer: CairoRenderer
    ) throws(PictureError) -> [UInt8] {
        try (PictureKind(path: output) ?? .png).picture(of: list, extent, scale: scale, with: renderer)
    }
}
