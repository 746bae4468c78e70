// A grid of one's own: a multiplication table under factors that stay, with a ring around every square number.
import CGTK
import Drawing
import Geometry
import GridGTK
import GridLayout
import GridUI
import Tabular

extension ElementKind { static let square = ElementKind("square") }
/// A sheet that lays a decoration over each cell of its diagonal, and leaves all else to `StickySheet`.
struct TimesTable: CollectionLayout {
    var sheet: StickySheet

    init(_ input: ViewInput) {
        let rows = TrackSizes(count: input.content.sectionCount, defaultSize: input.texts.rowHeight ?? 28)
        let columns = TrackSizes(count: input.columnCount, defaultSize: 72)
        sheet = StickySheet(rows: rows, columns: columns, parameters: SheetParameters(headerHeight: 0, gutterWidth: 0))
        (sheet.frozenRows, sheet.frozenColumns) = (1, 1)
    }

    var contentSize: Size { sheet.contentSize }
    var pinnedInsets: Insets { sheet.pinnedInsets }
    mutating func prepare(viewport: Size) -> Invalidation { sheet.prepare(viewport: viewport) }
    func invalidation(from old: Rect, to new: Rect) -> Invalidation { sheet.invalidation(from: old, to: new) }

    func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        let start = output.count
        sheet.attributes(in: rect, visible: visible, into: &output)
        for index in start..<output.count { if let ring = ring(over: output[index]) { output.append(ring) } }
    }
    func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        guard element.kind == .square else { return sheet.attributes(for: element, visible: visible) }
        let cell = sheet.attributes(for: .cell(section: element.section, item: element.section), visible: visible)
        return cell.flatMap(ring).flatMap { $0.element == element ? $0 : nil }
    }
    private func ring(over cell: LayoutAttributes) -> LayoutAttributes? {
        let place = cell.element
        guard place.kind == .cell, place.section == place.item, place.item > 0 else { return nil }
        let square = Element.decoration(.square, number: place.item)
        return LayoutAttributes(element: square, frame: cell.frame, z: 5, scrollAxes: .both, region: cell.region)
    }
}

gtk_init(nil, nil)
let factors = (0...1000).map { Column(name: String($0), type: .integer) }
let table = GeneratedSource(rows: 1001, columns: factors) { $0 + $1 == 0 ? "×" : String(max($0, 1) * max($1, 1)) }
let view = GridView(source: table)
view.views.add(ViewDefinition(name: "times", title: "Multiplication") { TimesTable($0) })
view.painters[.square] = Painter { run, context, list in
    for ring in run { list.ring(context.frame(ring), Color(hex: 0xE66100), width: 2) }
}
view.show(ViewChoice("times"))
let window = UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL) as UnsafeMutablePointer<GtkWidget>)
g_signal_connect_data(window, "destroy", { gtk_main_quit() }, nil, nil, GConnectFlags(0))
gtk_window_set_title(window.assumingMemoryBound(to: GtkWindow.self), "Multiplication")
gtk_window_set_default_size(window.assumingMemoryBound(to: GtkWindow.self), 720, 480)
gtk_container_add(window.assumingMemoryBound(to: GtkContainer.self), view.widget)
gtk_widget_show_all(window.assumingMemoryBound(to: GtkWidget.self))
gtk_main()
