import CGTK
import Geometry
import GridGTK
import GridUI
import Testing

extension WidgetTests {
    /// What the pointer does in the header band and the gutter.
    @Suite struct Pointer {
        @Test func aDragOfAHeadersEdgeResizesAndTheScrollbarFollowsWhileItMoves() async throws {
            let stage = try await Stage()
            let width = try stage.model.sheet.columns.size(of: 0)
            let extent = try stage.model.scrollExtent.width
            func upper() throws -> Double { gtk_adjustment_get_upper(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL)) }
            let edge = try stage.edge(ofColumn: 0)
            try stage.drag(edge, to: Point(x: edge.x + 60, y: edge.y), holding: true)
            #expect(try stage.model.sheet.columns.size(of: 0) == width + 60)
            #expect(try upper() == extent + 60)
            try stage.press(GDK_KEY_Down)
            #expect(try stage.model.activeCell == CellPosition(row: 0, column: 0), "keys wait for the end of a drag")
            try stage.press(GDK_KEY_Escape)
            #expect(try stage.model.sheet.columns.size(of: 0) == width)
            #expect(try upper() == extent)
            try stage.send(GDK_BUTTON_RELEASE, at: edge)
            try stage.press(GDK_KEY_Down)
            #expect(try stage.model.activeCell == CellPosition(row: 1, column: 0))
            try await stage.close()
        }

        @Test func inRightToLeftTextAnEdgeIsDraggedToTheLeft() async throws {
            let stage = try await Stage()
            gtk_widget_set_direction(try stage.surface, GTK_TEXT_DIR_RTL)
            let width = try stage.model.sheet.columns.size(of: 0)
            let edge = try stage.edge(ofColumn: 0)
            try stage.drag(edge, to: Point(x: edge.x - 60, y: edge.y))
            #expect(try stage.model.sheet.columns.size(of: 0) == width + 60)
            try await stage.close()
        }

        @Test func aDoubleClickOnAnEdgeFitsTheColumn() async throws {
            let stage = try await Stage()
            try await Host.iterate(until: "the cells") { stage.grid?.hasDrawnRows == true }
            let grid = try #require(stage.grid)
            grid.update { $0.resizeColumn(0, to: 300) }
            try stage.doubleClick(try stage.edge(ofColumn: 0))
            #expect(grid.model.sheet.columns.size(of: 0) < 200)
            #expect(grid.model.pointer.drag == nil)
            try await stage.close()
        }

        @Test func aDragOverHeadersSelectsTheirColumnsAndOfCellsThose() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            var changes = 0
            grid.onChange = { changes += 1 }
            for column in 0..<5 { grid.update { $0.resizeColumn(column, to: 100) } }
            let (gutter, band) = (
                grid.model.sheet.parameters.gutterWidth, grid.model.sheet.parameters.headerHeight
            )
            try stage.drag(Point(x: gutter + 150, y: 10), to: Point(x: gutter + 310, y: 12))
            #expect(grid.model.tableSelection.columns == [1, 2, 3] && grid.model.tableSelection.rowCount == 1000)
            let before = changes
            try stage.drag(Point(x: gutter + 50, y: band + 10), to: Point(x: gutter + 150, y: band + 66), holding: true)
            #expect(grid.model.tableSelection.cellCount == 6)
            try await Host.iterate(until: "the window to hear of it") { changes > before + 1 }
            try stage.send(GDK_BUTTON_RELEASE, at: Point(x: gutter + 150, y: band + 66))
            try stage.click(Point(x: gutter + 450, y: band + 10), holding: GDK_CONTROL_MASK)
            #expect(grid.model.tableSelection.cellCount == 7)
            try stage.click(Point(x: gutter + 250, y: band + 10), holding: GDK_SHIFT_MASK)
            #expect(grid.model.tableSelection.cellCount == 9)
            try await stage.close()
        }

        @Test func theOutlineOfWhatIsSelectedIsDraggedOut() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            var drags = 0
            grid.onCopy = {}
            grid.onDragOut = { _, _ in drags += 1 }
            grid.update { $0.resizeColumn(0, to: 100) }
            let (gutter, band) = (grid.model.sheet.parameters.gutterWidth, grid.model.sheet.parameters.headerHeight)
            let row = grid.model.sheet.rows.defaultSize
            try stage.drag(Point(x: gutter + 10, y: band + 10), to: Point(x: gutter + 50, y: band + 2.5 * row))
            let selection = grid.model.selection
            #expect(grid.model.tableSelection.cellCount == 3)
            let edge = Point(x: gutter + 50, y: band + 3 * row - 1)
            try stage.move(to: edge)
            #expect(grid.model.pointerShape == .grab)
            try stage.drag(edge, to: Point(x: edge.x + 60, y: edge.y + 60))
            #expect(drags == 1 && grid.model.selection == selection)
            try stage.click(edge)
            #expect(drags == 1 && grid.model.selection.isEmpty, "a click there is one in the cell")
            #expect(grid.model.activeCell == CellPosition(row: 2, column: 0))
            try await stage.close()
        }

        @Test func aDragOfASelectedHeaderMovesItsColumn() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            for column in 0..<5 { grid.update { $0.resizeColumn(column, to: 100) } }
            let gutter = grid.model.sheet.parameters.gutterWidth
            try stage.click(Point(x: gutter + 150, y: 10))
            try stage.drag(Point(x: gutter + 150, y: 10), to: Point(x: gutter + 410, y: 12))
            #expect((0..<5).map { grid.model.columns.column(at: $0) } == [0, 2, 3, 1, 4])
            try stage.drag(Point(x: gutter + 50, y: 10), to: Point(x: gutter + 52, y: 10))
            #expect(grid.model.activeCell == CellPosition(row: 0, column: 0))
            try await stage.close()
        }

        @Test func aColumnThatIsHeldAtTheEdgeScrollsOn() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let gutter = grid.model.sheet.parameters.gutterWidth
            try stage.click(Point(x: gutter + 40, y: 10))
            try stage.drag(Point(x: gutter + 40, y: 10), to: Point(x: 798, y: 12), holding: true)
            try await Host.iterate(until: "the grid to scroll") { grid.model.viewport.offset.x > 100 }
            #expect(
                gtk_adjustment_get_value(try stage.adjustment(GTK_ORIENTATION_HORIZONTAL))
                    == grid.model.scrollPosition.x)
            try stage.press(GDK_KEY_Escape)
            #expect(grid.model.columns.isNatural)
            try await stage.close()
        }

        @Test func aHandleFreezesWhereItIsLetGo() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let sheet = grid.model.sheet
            let (gutter, header) = (sheet.parameters.gutterWidth, sheet.parameters.headerHeight)
            try stage.drag(Point(x: gutter - 3, y: 8), to: Point(x: gutter + sheet.columns.offset(of: 2) - 5, y: 200))
            #expect(grid.model.sheet.frozenColumns == 2)
            try stage.drag(Point(x: 20, y: header - 3), to: Point(x: 300, y: header + 3.2 * sheet.rows.defaultSize))
            #expect(grid.model.sheet.frozenRows == 3)
            try await stage.close()
        }

        @Test func thePointersLooksAndItsHintSayWhatItCouldDo() async throws {
            let stage = try await Stage()
            let surface = try stage.surface
            let window = try #require(gtk_widget_get_window(surface))
            try stage.move(to: Point(x: 300, y: 300))
            #expect(gdk_window_get_cursor(window) == nil)
            try stage.move(to: try stage.edge(ofColumn: 0))
            #expect(gdk_window_get_cursor(window) != nil)
            #expect(gtk_widget_get_has_tooltip(surface) != 0)
            let grid = try #require(stage.grid)
            #expect(grid.tip(at: try stage.edge(ofColumn: 0)) == nil)
            let handle = Point(x: try stage.model.sheet.parameters.gutterWidth - 3, y: 8)
            try stage.move(to: handle)
            let hint = "Drag to freeze columns"
            #expect(grid.tip(at: handle)?.text == hint)
            // A pointer that only lies there while keys are used says nothing, also where cells move below it.
            try stage.press(GDK_KEY_Down)
            #expect(grid.tip(at: handle) == nil)
            try stage.move(to: handle)
            #expect(grid.tip(at: handle) == nil)
            try stage.move(to: Point(x: handle.x, y: handle.y + 1))
            #expect(grid.tip(at: handle)?.text == hint)
            try stage.leave()
            let pointer = try stage.model.pointer
            #expect(pointer.location == nil && pointer.hover == nil)
            #expect(gdk_window_get_cursor(window) == nil)
            try await stage.close()
        }

        @Test func theEndOfAGrabIsTheEndOfADrag() async throws {
            let stage = try await Stage()
            let width = try stage.model.sheet.columns.size(of: 0)
            let edge = try stage.edge(ofColumn: 0)
            try stage.drag(edge, to: Point(x: edge.x + 60, y: edge.y), holding: true)
            try stage.breakGrab()
            #expect(try stage.model.pointer.drag == nil)
            #expect(try stage.model.sheet.columns.size(of: 0) == width)
            try await stage.close()
        }

        @Test func aWheelUnderARestingPointerMovesTheTint() async throws {
            let stage = try await Stage()
            try stage.move(to: Point(x: 20, y: 200))
            let before = try stage.model.pointer.hover
            try stage.scroll(GDK_SCROLL_DOWN, at: Point(x: 20, y: 200))
            #expect(try before != nil && stage.model.pointer.hover != before)
            try await stage.close()
        }
    }

    @Suite struct ContextMenu {
        @Test func aRightClickOnAHeaderOpensItsMenuAndActivatesTheColumn() async throws {
            let stage = try await Stage()
            let grid = try #require(stage.grid)
            let edge = try stage.edge(ofColumn: 1)
            try stage.click(Point(x: edge.x - 20, y: edge.y), button: 3)
            #expect(grid.model.activeCell == CellPosition(row: 0, column: 1))
            let menu = try #require(try stage.menu)
            #expect(stage.labels(menu).first == "Fit Column _Width")
            let hide = try #require(stage.item("_Hide Column", in: menu))
            gtk_menu_shell_activate_item(cast(menu), hide, 1)
            #expect(grid.model.hiddenCounts.columns == 1)
            #expect(try stage.menu == nil)
            try await stage.close()
        }

        @Test(arguments: [(GDK_KEY_Menu, false), (GDK_KEY_F10, true)])
        func theMenuKeyOpensTheMenuOfTheActiveCell(key: Int32, shifted: Bool) async throws {
            let stage = try await Stage()
            try stage.press(GDK_KEY_Right)
            try stage.press(key, shifted ? GDK_SHIFT_MASK : [])
            let menu = try #require(try stage.menu)
            let freeze = try #require(stage.item("Freeze Columns U_p to Here", in: menu))
            gtk_menu_shell_activate_item(cast(menu), freeze, 1)
            #expect(try stage.model.sheet.frozenColumns == 2)
            #expect(try stage.menu == nil)
            try await stage.close()
        }

        @Test func aMenuThatIsCancelledIsGone() async throws {
            let stage = try await Stage()
            try stage.click(Point(x: 20, y: 100), button: 3)
            let menu = try #require(try stage.menu)
            #expect(stage.labels(menu).contains("_Default Row Height"))
            gtk_menu_shell_cancel(cast(menu))
            #expect(try stage.menu == nil)
            try await stage.close()
        }

        @Test func aWindowMayCloseUnderItsMenu() async throws {
            let stage = try await Stage()
            try stage.click(Point(x: 20, y: 100), button: 3)
            #expect(try stage.menu != nil)
            try await stage.close()
            #expect(stage.grid == nil)
        }
    }
}

extension Stage {
    /// A point on the trailing edge of a column's header that is in sight.
    func edge(ofColumn place: Int) throws -> Point {
        let model = try model
        let end =
            model.sheet.parameters.gutterWidth + model.sheet.columns.track(at: place).end - model.viewport.offset.x
        return Point(x: model.viewport.direction == .leftToRight ? end - 1 : model.viewport.size.width - end + 1, y: 10)
    }

    /// The context menu that is open.
    var menu: Widget? {
        get throws {
            let first = gtk_menu_get_for_attach_widget(try surface)
            return first?.pointee.data?.assumingMemoryBound(to: GtkWidget.self)
        }
    }

    private func items(of menu: Widget) -> [Widget] {
        var items: [Widget] = []
        let children = gtk_container_get_children(cast(menu))
        var child = children
        while let current = child {
            if let data = current.pointee.data { items.append(data.assumingMemoryBound(to: GtkWidget.self)) }
            child = current.pointee.next
        }
        g_list_free(children)
        return items
    }

    /// What its entries say.
    func labels(_ menu: Widget) -> [String] {
        items(of: menu).compactMap { gtk_menu_item_get_label(cast($0)).map { String(cString: $0) } }
    }

    func item(_ label: String, in menu: Widget) -> Widget? {
        items(of: menu).first { gtk_menu_item_get_label(cast($0)).map { String(cString: $0) } == label }
    }

    func breakGrab() throws {
        try send(GDK_GRAB_BROKEN, from: GDK_SOURCE_MOUSE) { event, window in
            event.pointee.grab_broken.window = window
        }
    }
}
