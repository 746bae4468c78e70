import ArgumentParser
import CairoDrawing
import Geometry
import GridLayout
import GridUI
import QuadrilleRuntime
import Tabular
import TabularExport
import TabularOps

/// `quadrille print`: a table as pages of paper, in a PDF file, made without a display.
struct PrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Write a table as pages of paper into a PDF file.",
        usage: "quadrille print FILE --output OUT.pdf [--paper a4|letter] [options]",
        discussion: """
            Each page has the headers, the frozen rows and columns, a title, its number and what rows it has. Letters are \
            made smaller until all columns are on one page, down to 40 %; then columns go over several. \
            \(ViewOptions.discussion)
            """)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("The PDF file to write, whole or not at all.", valueName: "out"), completion: .file())
    var output: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The paper: a3, a4, a5, letter or legal; a4 when not given.", valueName: "name"),
        completion: .list(PaperSize.allCases.map(\.rawValue)), transform: PaperArgument.size)
    var paper = PaperSize.a4

    @Flag(help: "Lay the paper on its side.")
    var landscape = false

    @Flag(help: "Print letters as large as on the screen, and let columns go over several pages.")
    var actualSize = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rows of a sheet to print, from 1, both ends included: 1:100, 100: or :100.",
            valueName: "first>:<last"), transform: NumberArgument.rows)
    var rows: RowSelection?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What is said above each page; the file's name when not given.", valueName: "text"))
    var title: String?

    @OptionGroup var order: RowOptions
    @OptionGroup var columns: ColumnOptions
    @OptionGroup var view: ViewOptions
    @OptionGroup var input: InputOptions

    func validate() throws {
        if PictureKind(path: output) != .pdf {
            throw ValidationError("--output must end in .pdf, and \(output) does not.")
        }
        if Environment.isMalformed(output) { throw ValidationError("The name of --output must be UTF-8.") }
        if rows != nil && view.layout != "sheet" {
            throw ValidationError("--rows is for the sheet: --layout \(view.layout) has all rows. Use --filter.")
        }
    }

    func run() throws {
        try Failure.checkThreads()
        let opened = try input.checkedInput()
        let source = try order.apply(to: opened.source)
        let upright = paper.size
        let name = input.file == "-" ? nil : input.file?.split(separator: "/").last.map(String.init)
        let shown = [name ?? input.name, opened.entry?.name].compactMap(\.self).joined(separator: " — ")
        var print = PrintSettings(title: title ?? shown)
        print.paper = landscape ? Size(width: upright.height, height: upright.width) : upright
        if actualSize { print.scale = .factor(1) }
        var settings = view.settings()
        settings.columns = columns.columns
        let progress = TerminalProgress()
        do {
            var grid = try OffscreenGrid(source, size: print.room, scale: 1)
            let engine = TextEngine()
            grid.restyle(.light, measuring: engine)
            try grid.stand(settings, measuring: engine)
            for note in grid.notes { Output.writeError("\(input.name): \(note)") }
            if let rows { print.rows = [try rows.rows(of: grid.model.rowCount)] }
            // A printout of only some rows would look complete. Rows requested before the failure are all there, in file order.
            let isWhole = order.isStandard && rows?.last.map { $0 <= grid.model.rowCount } ?? false
            if let failure = grid.failure, !isWhole { throw TableExport.notWritten(output, because: failure) }
            Interrupt.watch()
            let control = ExportControl(
                progress: { progress.show("printing page", ($0, 0)) }, cancellation: Cancellation { Interrupt.wasSeen })
            let pinned: any RecordStreaming = source.abilities.pin?() ?? source
            var printout = try Printout(grid.model, pinned, print, control)
            defer { progress.clear() }
            try printout.write(toFile: output, input: input.path, control)
        } catch let error as OffscreenError {
            throw Failure.report(error.message(input.name))
        } catch let error as ExportError {
            throw Failure.report(error.description)
        }
    }
}

/// Paper on the command line, by its name.
enum PaperArgument {
    static func size(_ argument: String) throws -> PaperSize {
        guard let size = PaperSize(rawValue: argument.lowercased()) else {
            throw ValidationError("there is a3, a4, a5, letter and legal.")
        }
        return size
    }
}
