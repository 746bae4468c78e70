import CCairo
import CairoDrawing
import Drawing
import Geometry
import Glibc
import GridLayout
import Tabular

@testable import GridUI

/// A grid whose picture is kept from frame to frame as a window keeps it, and held against one that is drawn anew.
struct Stage {
    let table: HostileTable
    /// All of the table, in the order in which it is shown.
    private(set) var whole: TableSnapshot
    var model: GridModel
    var presenter = Presenter()
    /// What the last frame changed.
    private(set) var update = FrameUpdate()
    /// Whether that had another size than the one before.
    private(set) var isResized = false
    /// How many device pixels the picture has.
    var picturePixels: Int { surface.pixelWidth * surface.pixelHeight }
    private var list = DisplayList()
    private let engine = TextEngine()
    private let renderer: CairoRenderer
    private var surface: FrameBuffer
    private var theme = Theme.light
    private let groups: (weighted: GroupedRows?, plain: GroupedRows?)

    init(_ table: HostileTable, size: Size = Size(width: 330, height: 210), scale: Double = 1) throws {
        self.table = table
        whole = table.snapshot
        groups = (table.grouped(RowGrouping(group: 0, weight: 1)), table.grouped(RowGrouping(group: 0)))
        renderer = CairoRenderer(engine: engine)
        surface = try FrameBuffer(size: size, scale: scale)
        model = GridModel(table: table.snapshot)
        model.pointer.showsHandles = true
        model.offers.filtering = true
        model.restyle(theme, measuring: engine)
        model.resize(to: size, scaleFactor: scale)
        model.apply(table.snapshot)
        _ = model.fitColumnsInSight(measuring: engine)
    }

    /// The views that there are, and two of layouts that no view has: with headers that push each other out, and with
    /// all that a declaration can pin.
    private static let views: ViewRegistry = {
        var registry = ViewRegistry.standard
        let groups = [ViewRole.group, .label]
        registry.add(
            ViewDefinition(name: "flow", title: "Flow", shape: .groups, roles: groups) {
                Flow(content: $0.content, pinsHeaders: true)
            })
        registry.add(
            ViewDefinition(name: "declared", title: "Declared", shape: .groups, roles: groups) {
                let header = BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(30))
                    .extends(Insets(top: 30)).pinned([.top, .bottom])
                let side = BoundaryElement(.rowHeader, width: .absolute(40), height: .fractional(1))
                    .extends(Insets(leading: 40)).pinned([.leading])
                let corner = BoundaryElement(.corner, width: .absolute(30), height: .absolute(20))
                    .aligned(horizontal: .end).pinned([.trailing, .top]).z(4)
                let items = LayoutPart.horizontal(5, of: .item(width: .absolute(90), height: .absolute(28)), spacing: 4)
                return ComposedLayout(
                    content: $0.content,
                    declaration: LayoutDeclaration(
                        section: LayoutSection(of: items, spacing: 4, boundary: [header, side]), boundary: [corner]))
            })
        return registry
    }()

    mutating func show(_ choice: ViewChoice) {
        model.show(choice, groups: choice.name == "timeline" ? groups.weighted : groups.plain, registry: Self.views)
        _ = model.fitColumnsInSight(measuring: engine)
    }

    /// Draws the next frame; where it differs from a picture that is drawn anew.
    mutating func step() throws -> PixelRect {
        let viewport = model.viewport
        let fresh = try ImageSurface(size: viewport.size, scale: viewport.scaleFactor)
        isResized = fresh.pixelWidth != surface.pixelWidth || fresh.pixelHeight != surface.pixelHeight
        if surface.scale != fresh.scale
            || isResized && !surface.resize(toPixelWidth: fresh.pixelWidth, height: fresh.pixelHeight)
        {
            surface = try FrameBuffer(size: viewport.size, scale: viewport.scaleFactor)
            presenter.forget()
        }
        update = presenter.update(model, theme: theme, into: &list)
        surface.apply(update, list, with: renderer)
        var whole = DisplayList()
        var other = Presenter()
        other.painters = presenter.painters
        other.present(model, theme: theme, into: &whole)
        fresh.draw(whole, with: renderer)
        return surface.difference(from: fresh)
    }

    mutating func restyle(_ theme: Theme) {
        self.theme = theme
        model.restyle(theme, measuring: engine)
    }

    /// Shows the rows in another order, or as they stand in the table.
    mutating func reorder(_ whole: TableSnapshot, activeRow: Int, firstRow: Int) {
        self.whole = whole
        var snapshot = whole
        snapshot.version = model.table.version.next
        model.reorder(with: snapshot, activeRow: activeRow, firstRow: firstRow)
    }

    mutating func wrap(_ wraps: Bool) {
        model.setWrapsText(wraps)
        _ = model.fitRowsInSight(measuring: engine)
    }
}

extension FrameBuffer {
    /// The smallest rectangle around all pixels that differ.
    fileprivate func difference(from other: ImageSurface) -> PixelRect {
        let stride = Int(cairo_image_surface_get_stride(other.raw))
        var found = PixelRect.zero
        for y in 0..<pixelHeight {
            let row = row(y)
            if let data = cairo_image_surface_get_data(other.raw), let pixels = row.baseAddress,
                memcmp(data + y * stride, pixels, pixelWidth * 4) == 0
            {
                continue
            }
            for (x, pixel) in row.enumerated() where pixel & 0xFF_FFFF != other.pixel(x: x, y: y) {
                found = found.union(PixelRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return found
    }
}
