import CairoDrawing
import Geometry
import TabularExport

extension Printout {
    /// Writes all pages as a PDF file, completely or not at all. `progress` of `control` gets the number of written pages.
    mutating func write(toFile path: String, input: String?, _ control: ExportControl) throws(ExportError) {
        let (paper, title) = (settings.paper, settings.title)
        var copy = self
        defer { self = copy }
        try OutputFile.write(toFile: path, input: input) { write throws(ExportError) in
            let renderer = CairoRenderer(engine: TextEngine())
            let pages = PDFPages(size: paper, title: title, renderer: renderer, write: write)
            do {
                for number in 0..<copy.pageCount {
                    if control.cancellation.isRequested { throw ExportError.cancelled }
                    try pages.add(try copy.page(number).pieces)
                    control.progress(number + 1)
                }
                try pages.finish()
            } catch let error as ExportError {
                throw error
            } catch {
                throw ExportError(.writeFailed, PictureFailure.notDrawn(path, message: "\(error)"))
            }
        }
    }
}
