import ArgumentParser
import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular

/// `quadrille render`: a picture of the grid as the window would draw it, made without a display.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw the grid into a picture, without a display.")

    @OptionGroup var input: InputOptions
    @OptionGroup var view: ViewOptions

    @Option(name: .shortAndLong, help: "The picture to write; its ending says which kind: .png, .svg or .pdf.")
    var output: String

    @Option(help: ArgumentHelp("The size in logical pixels, headers included.", valueName: "widthxheight"))
    var size = PictureSize(width: 1280, height: 800)

    @Option(help: "Device pixels per logical pixel of a PNG, above 0 and up to 8.")
    var scale = 1.0

    @Flag(help: "Light text on a dark ground.")
    var dark = false

    func validate() throws {
        if PictureKind(path: output) == nil {
            throw ValidationError("--output must end in .png, .svg or .pdf, and \(output) does not.")
        }
        if !(scale > 0 && scale <= 8) { throw ValidationError("--scale takes a number above 0 and up to 8.") }
    }

    func run() throws {
        let source = input.source()
        let engine = TextEngine()
        let picture = GridPicture(
            size: Size(width: Double(size.width), height: Double(size.height)), scale: scale,
            theme: dark ? .dark : .light)
        do {
            let (list, note) = try picture.draw(source, settings: view.settings, measuring: engine)
            if let note { Output.writeError("quadrille: \(input.name): \(note)\n") }
            try write(list, with: CairoRenderer(engine: engine))
        } catch let error as ReadError {
            throw Failure.report(error.description)
        } catch let error as PictureError {
            throw Failure.report(error.description)
        }
    }

    private func write(_ list: DisplayList, with renderer: CairoRenderer) throws(PictureError) {
        let extent = Size(width: Double(size.width), height: Double(size.height))
        switch PictureKind(path: output) {
        case .svg: try writeVector(list, size: extent, format: .svg, to: output, with: renderer)
        case .pdf: try writeVector(list, size: extent, format: .pdf, to: output, with: renderer)
        case .png, nil:
            let surface = try ImageSurface(size: extent, scale: scale)
            surface.draw(list, with: renderer)
            try surface.writePNG(to: output)
        }
    }
}

/// The kinds of pictures, by the ending of their file's name.
enum PictureKind: String {
    case png
    case svg
    case pdf

    init?(path: String) {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last else { return nil }
        self.init(rawValue: ending.lowercased())
    }
}

/// The size of a picture: WIDTHxHEIGHT.
struct PictureSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...32767).contains(width), (1...32767).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    var defaultValueDescription: String { "\(width)x\(height)" }
}
