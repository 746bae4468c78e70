import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import TabularExport
import Translation

/// A table as pages of paper: first their number, then each as display lists. On one background thread.
struct Printout {
    /// A page, as points from its top-left corner.
    struct Page: Sendable {
        var pieces: [PagePiece]
    }

    private enum Plan {
        case sheet(PagePlan)
        case frames(PageFrames)
    }

    let settings: PrintSettings
    private var grid: PaperGrid
    private var plan = Plan.frames(PageFrames())

    /// Splits `model`, of the rows `rows`, into pages; waits until all rows are known.
    ///
    /// - Throws: The error that stopped the reading, or a cancellation.
    init(
        _ model: GridModel, _ rows: any RecordStreaming, _ settings: PrintSettings, _ control: ExportControl
    ) throws(ExportError) {
        self.settings = settings
        let known = try PaperGrid.waiting(model, rows, unless: control.cancellation)
        let paper = known.onPaper(rows: settings.rows, columns: settings.columns)
        grid = PaperGrid(paper, rows, measuring: TextEngine(), unless: control.cancellation)
        if paper.isSheet {
            try grid.fitColumns()
            try grid.fitRows(progress: control.progress)
            plan = .sheet(grid.model.pages(of: settings.room, scale: settings.scale))
        } else {
            grid.model.lay(on: settings.room)
            grid.model.turn(to: .zero)
            try grid.fitColumns()
            plan = .frames(try PageFrames(of: grid.model, control))
        }
    }

    var pageCount: Int {
        switch plan {
        case .sheet(let plan): plan.pageCount
        case .frames(let frames): frames.count
        }
    }

    /// The page `number`, from 0, with all of its content.
    mutating func page(_ number: Int) throws(ExportError) -> Page {
        var part = grid.model
        let words: String
        let unit: Double
        let pieces: [PageFrames.Piece]
        switch plan {
        case .sheet(let plan):
            let page = plan[number]
            part.show(page)
            (unit, words) = (PrintSettings.point * plan.scale, self.words(about: page, of: plan))
            pieces = [PageFrames.Piece(part: Rect(origin: .zero, size: page.extent), origin: .zero)]
        case .frames(let frames):
            (unit, words) = (PrintSettings.point, "")
            pieces = frames.show(number, in: &part)
        }
        let (list, body) = (try grid.list(of: part), settings.body)
        let width = part.viewport.size.width
        let isRightToLeft = part.viewport.direction == .rightToLeft
        let table = pieces.map { piece in
            var (part, x) = (piece.part, body.minX + piece.origin.x * unit)
            if isRightToLeft {
                x = body.maxX - (piece.origin.x + part.width) * unit
                part.x = width - part.maxX
            }
            return PagePiece(
                list, part, at: Point(x: x, y: body.minY + piece.origin.y * unit), unit: unit,
                scale: GridModel.paperScale)
        }
        return Page(pieces: table + captions(number, words, isRightToLeft: isRightToLeft))
    }
}

// The text around the table.
extension Printout {
    /// "Rows 41 to 80"; for reordered rows their count, since row numbers are printed beside them.
    private func words(about page: SheetPage, of plan: PagePlan) -> String {
        let rows = grid.model.sheet.rows
        var words = ""
        if let first = rows.shown(atOrAfter: page.rows.tracks.lowerBound), first < page.rows.tracks.upperBound {
            let end = page.rows.tracks.upperBound
            if grid.model.table.order == nil {
                let table = grid.model.table
                let from = StatusText.grouped(table.rowLabel(ofSourceRow: first))
                let to = StatusText.grouped(table.rowLabel(ofSourceRow: end - 1))
                words =
                    first + 1 == end
                    ? tr("Row {row}", ["row": from]) : tr("Rows {first} to {last}", ["first": from, "last": to])
            } else {
                words = TableWords.rows(end - first)
            }
        }
        guard plan.stripeCount > 1, !page.columns.tracks.isEmpty else { return words }
        let (first, last) = (page.columns.tracks.lowerBound + 1, page.columns.tracks.upperBound)
        let columns =
            first == last
            ? tr("column {column}", ["column": "\(first)"])
            : tr("columns {first} to {last}", ["first": "\(first)", "last": "\(last)"])
        return words.isEmpty ? columns : tr("{rows}, {columns}", ["rows": words, "columns": columns])
    }

    private func captions(_ number: Int, _ words: String, isRightToLeft: Bool) -> [PagePiece] {
        let body = settings.body
        let font = Font(family: grid.theme.font.family, size: 12)
        let size = Size(width: body.width / PrintSettings.point, height: PrintSettings.band / PrintSettings.point)
        let line = Rect(x: 0, y: 0, width: size.width, height: 18)
        let (start, end) = isRightToLeft ? (TextAlignment.right, TextAlignment.left) : (.left, .right)
        func piece(_ y: Double, _ write: (inout DisplayList) -> Void) -> PagePiece {
            var list = DisplayList()
            write(&list)
            return PagePiece(
                list, Rect(origin: .zero, size: size), at: Point(x: body.minX, y: y), unit: PrintSettings.point,
                scale: GridModel.paperScale)
        }
        let above = piece(body.minY - PrintSettings.band) { list in
            let style = list.style(TextStyle(font: font, color: grid.theme.text))
            list.text(in: line, style: style, alignment: start) { $0.append(contentsOf: settings.title.visible.utf8) }
        }
        let below = piece(body.maxY + 6) { list in
            let style = list.style(TextStyle(font: font, color: grid.theme.secondaryText))
            list.text(in: line, style: style, alignment: start) { $0.append(contentsOf: words.utf8) }
            let page = tr(
                "Page {number} of {total}",
                ["number": StatusText.grouped(number + 1), "total": StatusText.grouped(pageCount)])
            list.text(in: line, style: style, alignment: end) { $0.append(contentsOf: page.utf8) }
        }
        return [above, below]
    }
}
