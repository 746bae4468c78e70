import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular
import TabularExport

/// A picture of the visible part of a grid, or of its whole selection: in the light theme, without transient states.
struct PictureWork: Sendable {
    var model: GridModel
    var kind: PictureKind
    /// Device pixels per logical pixel of a PNG.
    var scale = 1.0
    /// The whole selection, if it forms a table; nil for the visible part.
    var selection: TableSelection?

    /// The longest side that Cairo can draw, in device pixels, and that viewers of other formats display well.
    static let sideLimit = 32_767.0
    /// Device pixels of a PNG: half a gibibyte of memory.
    static let areaLimit = 134_217_728.0
    /// The limit of cells in a picture: no viewer displays a file with more.
    static let cellLimit = 500_000

    /// Makes the picture of cells of `rows` and writes it, whole or not at all.
    func write(
        _ rows: any RecordStreaming, toFile path: String, input: String?, _ control: ExportControl
    ) throws(ExportError) {
        let engine = TextEngine()
        // Only formats that are measured in device pixels are scaled.
        let scale = kind == .png ? scale : 1
        let paper = model.onPaper(rows: selection?.bands.map(\.rows), columns: selection?.columns)
        var grid = PaperGrid(paper, rows, measuring: engine, unless: control.cancellation)
        var part = grid.model
        if selection == nil {
            part.setPaperScale(scale)
        } else {
            if (selection?.cellCount ?? 0) > Self.cellLimit {
                throw ExportError(.badFormat, PictureFailure.tooManyCells(path))
            }
            part.layWhole(scale: scale)
            try check(part.viewport.size, path)
            try grid.fitColumns()
            try grid.fitRows(progress: control.progress)
            part = grid.model
            part.layWhole(scale: scale)
        }
        let size = part.shownExtent
        try check(size, path)
        let list = try grid.list(of: part)
        if control.cancellation.isRequested { throw .cancelled }
        let bytes: [UInt8]
        do throws(PictureError) {
            bytes = try picture(of: list, size, with: CairoRenderer(engine: engine))
        } catch {
            throw ExportError(.writeFailed, PictureFailure.notDrawn(path, message: error.description))
        }
        if control.cancellation.isRequested { throw .cancelled }
        try OutputFile.write(bytes, toFile: path, input: input)
    }

    private func check(_ size: Size, _ path: String) throws(ExportError) {
        let scale = kind == .png ? scale : 1
        let (width, height) = (size.width * scale, size.height * scale)
        let isTooLarge = width > Self.sideLimit || height > Self.sideLimit
        guard isTooLarge || kind == .png && width * height > Self.areaLimit else { return }
        let failure = PictureFailure.tooManyPixels(
            path, width: Int(min(width, 1e15)), height: Int(min(height, 1e15)))
        throw ExportError(.badFormat, failure)
    }

    private func picture(
        of list: DisplayList, _ size: Size, with renderer: CairoRenderer
    ) throws(PictureError) -> [UInt8] {
        try kind.picture(of: list, size, scale: scale, with: renderer)
    }
}

extension PictureKind {
    /// The file of a picture of `size` logical pixels; a PNG has `scale` device pixels for each.
    func picture(
        of list: DisplayList, _ size: Size, scale: Double, with renderer: CairoRenderer
    ) throws(PictureError) -> [UInt8] {
        switch self {
        case .svg: return try vectorPicture(list, size: size, format: .svg, with: renderer)
        case .pdf: return try vectorPicture(list, size: size, format: .pdf, with: renderer)
        case .png:
            let surface = try ImageSurface(size: size, scale: scale)
            surface.draw(list, with: renderer)
            return try surface.png()
        }
    }
}
