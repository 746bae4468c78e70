import CGTK
import CGridShim
import CairoDrawing
import Drawing
import Geometry
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps

/// A grid as a GTK widget: a table, its layout, its scrollbars.
///
/// Put `widget` into a container and show it. The widget owns the view, which is released when GTK finalizes the widget, and
/// does nothing after that. Main thread only.
///
/// Its extensions hold one concern each: drawing, scrolling, input, the theme.
public final class GridView {
    /// The widget to put into a container: a scrolled window around the drawing surface.
    public let widget: UnsafeMutablePointer<GtkWidget>
    package let surface: UnsafeMutablePointer<GtkWidget>
    /// The title of the table for screen readers, such as the name of its file.
    public var title = "Table" {
        didSet { tellListeners() }
    }
    public let source: any TableSource
    /// The source with its rows in the applied order; the source itself where its rows cannot be reordered.
    public let shownSource: any TableSource
    let ordered: OrderedSource?
    /// The handlers for when the order being resolved is shown, or is not.
    var orderEnds: (shown: () -> Void, kept: () -> Void)?
    public internal(set) var model: GridModel
    /// Called after a change that the window may show: the active cell, the table, zoom, freezes.
    public var onChange: (() -> Void)?
    /// Called with a message when a request failed.
    public var onFailure: ((String) -> Void)?
    /// Saves the whole value of a cell, or copies its path; nil where the window cannot.
    public var onValue: ((ValueAction, CellPosition) -> Void)? {
        didSet { model.offers.saving = onValue != nil }
    }
    /// Opens the side panel for the active cell, its row or its column; nil where the window cannot.
    public var onLook: ((CloserLook) -> Void)? {
        didSet { model.offers.looking = onLook != nil }
    }
    /// Called after the user changed the view state, with the previous one; sorting and filtering are not part of it.
    public var onArrange: ((_ before: GridArrangement) -> Void)?
    /// The view state at the start of a drag that may change it.
    var heldArrangement: GridArrangement?
    /// Returns the window's shortcut for a menu entry, in GTK's notation; empty where there is none.
    public var keyOfAction: (GridAction) -> String = { _ in "" }
    /// Filters the rows by the value of a cell, or excludes that value; nil where the window cannot.
    public var onFilterValue: ((_ cell: CellPosition, _ isExcluding: Bool) -> Void)? {
        didSet { model.offers.filtering = onFilterValue != nil && canOrder }
    }
    /// Restores the sheet as it was before another view, filtered to a group where one is given; nil where the grid shows a
    /// plain sheet itself.
    public var onSheet: ((_ group: Condition?) -> Void)?
    /// Adds filter conditions; nil where the window cannot.
    public var onFilter: (([Condition]) -> Void)?
    /// Opens the filter of a column, to add a condition or to change the existing one; nil where the window cannot.
    public var onFilterColumn: ((_ column: Int, _ isChange: Bool) -> Void)?
    /// Fulfils a request about a column; nil where the window cannot.
    public var onColumn: ((ColumnRequest, _ column: Int) -> Void)? {
        didSet { model.offers.formatting = onColumn != nil }
    }
    /// Reads the values of a column as a type, nil for the detected one; nil where the window cannot.
    public var onType: ((_ choice: TypeChoice?, _ column: Int) -> Void)? {
        didSet { model.typing.isOffered = onType != nil }
    }
    /// Sorts the rows by columns, by none for the source's order; nil where the window cannot.
    public var onSort: (([SortedColumn]) -> Void)? {
        didSet { model.offers.sorting = onSort != nil && canOrder }
    }
    /// Copies the selection to the clipboard; nil where the window cannot.
    public var onCopy: (() -> Void)? {
        didSet { model.offers.copying = onCopy != nil }
    }
    /// Starts to drag the selection out of the widget, with the event that started it; nil where the window cannot.
    public var onDragOut: ((UnsafeMutablePointer<GtkWidget>, UnsafeMutablePointer<GdkEvent>) -> Void)?
    /// The point at which the user grabbed the outline of the selection.
    var heldOutline: Point?
    /// The submenu of copy formats, with actions of the window.
    public var copyMenu: UnsafeMutablePointer<GMenuModel>?
    /// The views that the table can be shown in.
    public var views = ViewRegistry.standard
    /// The painters of each kind of element. Code that adds a view with its own kind adds a painter here.
    public var painters: PainterRegistry {
        get { presenter.painters }
        set {
            presenter.painters = newValue
            redraw()
        }
    }

    var presenter = Presenter()
    var list = DisplayList()
    /// The last drawn picture, as on the screen; nil before.
    var picture: FrameBuffer?
    /// True where the screen was drawn directly from the list, without a picture.
    var showsList = false
    /// True after a change that the picture may lack.
    var needsFrame = true
    /// The time of the first request for the next frame, in nanoseconds of the monotonic clock; nil before one.
    var frameAsked: UInt64?
    /// The offset of the viewport in the last frame.
    var drawnOffset = Point.zero
    /// The numbers of updates of the picture and of draws to the screen.
    package internal(set) var frameCount = 0
    package internal(set) var drawCount = 0
    /// The update of the picture by the last frame.
    package internal(set) var lastUpdate = FrameUpdate()
    var theme = Theme.light
    /// The style last read from GTK; nil before.
    var surfaceStyle: SurfaceStyle?
    package internal(set) var engine: TextEngine
    var renderer: CairoRenderer
    var wanted = WantedCells()
    /// True after a frame with loaded cells was drawn.
    public internal(set) var hasDrawnRows = false
    /// True after any view of the program has drawn loaded cells.
    static var hasShownRows = false
    /// True while the view itself moves the scrollbars.
    var isSyncing = false
    /// The last scroll position that the scrollbars and the model agreed on.
    var toldBars = Point(x: 0, y: 0)
    /// The scheduled update of the scrollbars and the picture.
    lazy var sync = CoalescedHop { [weak self] in
        self?.syncScrollbars()
        self?.redraw()
    }
    /// The scroll position before GTK's layout, until that is done.
    var positionBeforeLayout: Point?
    /// The cell to make visible after layout.
    var keptCell: CellPosition?
    /// The size of the window at the last layout.
    var windowSize = Size.zero
    lazy var layoutEnd = CoalescedHop { [weak self] in
        self?.positionBeforeLayout = nil
        self?.keptCell = nil
    }
    /// The scheduled call of `onChange`.
    lazy var announce = CoalescedHop { [weak self] in
        self?.tellListeners()
        self?.onChange?()
    }
    /// The state for screen readers.
    var listeners = AccessibleListeners()
    lazy var accessibleFocus = CoalescedHop { [weak self] in self?.tellActiveCell() }
    /// False once GTK has finalized the widget.
    var isAlive = true
    /// True after another owner took over the source.
    private var isSourceTaken = false
    /// The last groups, for the next view that needs the same.
    var groups: GroupedRows?
    var runningTask: GridTask?
    /// The grouped view to show after the running task.
    var awaitedView: ViewChoice?
    /// The number of rows when the groups were last updated.
    var regroupedRows: Int?
    /// The number of rows searched for equal neighbors so far, by column to merge.
    var searchedRows: [Int: Int] = [:]
    /// The merged cells that are being laid out.
    var laidOut: MergeRequest?
    /// The transition from one view to another.
    var transition: FrameTransition?
    /// Runs the motions.
    lazy var clock = FrameClock(of: surface) { [weak self] moved in
        // Following appended rows must not slow down the threads that find them.
        self?.moved(byHand: moved != [.following])
    }
    /// The current shape of the pointer.
    var pointerShape = PointerShape.ordinary
    /// The context menu that is open.
    var contextMenu: Widget?
    var marks = RowMarks()
    var foundMarks = RowMarks()
    /// The rest of scrolling, less than a notch, that zooming has not used yet.
    var zoomRemainder = 0.0
    /// The zoom when two fingers on a trackpad began to pinch.
    var pinchedZoom: Double?
    /// The number of touches so far, to tell a long press from an old one.
    var touchCount = 0
    /// The button that drags the view.
    var panButton: UInt32?
    /// The last position of the pointer on the screen, and whether it has moved since the last key.
    var pointerPlace: Point?
    var pointerIsUsed = false
    /// The scrollbar's thumb that the user drags.
    var thumb = HeldThumb()
    /// True where the overlay with frame statistics is shown, and their source.
    public internal(set) var showsFrames = false
    var frames = FrameHistory()
    /// The analysis for the pictures in headers.
    var pictureWork = PictureWork()
    var overlay = DisplayList()
    let glowStyles = GlowStyles()
    /// True where the last frame had an overlay.
    var hadOverlay = false

    /// Creates a view of `source`, which is read in the background from now on and closed with the view.
    public init(source: any TableSource) {
        _ = quad_main_queue_attach()
        self.source = source
        ordered = source.abilities.pick.map { OrderedSource($0) }
        shownSource = ordered ?? source
        model = GridModel(table: shownSource.snapshot)
        model.pointer.showsHandles = true
        model.scrolling.followsByFrames = true
        engine = TextEngines.engine()
        renderer = CairoRenderer(engine: engine)
        let owner = SurfaceOwner()
        var callbacks = SurfaceOwner.callbacks
        surface = quad_surface_new(&callbacks, Unmanaged.passRetained(owner).toOpaque())
        widget = gtk_scrolled_window_new(nil, nil)
        // The surface gets the keyboard, not the scrolled window.
        gtk_widget_set_can_focus(widget, 0)
        gtk_container_add(cast(widget), surface)
        gtk_widget_show(surface)
        owner.view = self
        installAccessible()
        // The surface handles touch itself: GTK would handle it first.
        gtk_scrolled_window_set_kinetic_scrolling(cast(widget), 0)
        watchScrollbars()
        // GTK does not close an open menu, which grabs the keyboard.
        connect(UnsafeMutableRawPointer(surface), "destroy") { [weak self] in self?.closeMenu() }
        connect(UnsafeMutableRawPointer(surface), "unmap") { [weak self] in self?.releasePictureSoon() }
        installMarks()
        installTooltip()
        restyle()
        let hop = CoalescedHop { [weak self] in self?.sourceChanged() }
        shownSource.onChange { hop.post() }
        sourceChanged()
    }

    /// Performs the command of a key or a menu.
    public func perform(_ command: GridCommand, extending: Bool = false) {
        if command == .copy {
            onCopy?()
            return
        }
        let offset = model.viewport.offset
        if command.isMove || extending {
            update { $0.perform(command, extending: extending) }
        } else {
            byHand { update { $0.perform(command, extending: extending) } }
        }
        // Keys scroll as well: background readers leave them a processor.
        if model.viewport.offset != offset { ScrollActivity.ofProgram.moved() }
    }

    /// Changes the model, then the scrollbars and the picture with it.
    public func update(_ change: (inout GridModel) -> Void) {
        change(&model)
        if let message = model.message {
            model.message = nil
            onFailure?(message)
        }
        startFollowing()
        layOutPendingMerges()
        _ = model.updateHover()
        syncScrollbars()
        redraw()
        tellListeners()
        onChange?()
    }

    /// Stores the column types for menus and hints. Needs no drawing or layout.
    public func show(_ typing: ColumnTyping) { model.typing = typing }

    /// True while the grid has the keyboard focus.
    public var hasKeyboard: Bool { isAlive && gtk_widget_has_focus(surface) != 0 }

    /// Moves the keyboard to the grid.
    public func focus() { if isAlive { gtk_widget_grab_focus(surface) } }

    /// Schedules a frame that updates the picture and the screen.
    func redraw() {
        guard isAlive else { return }
        needsFrame = true
        // Without a frame, in no window or a hidden tab, all of it is drawn once it is shown.
        if quad_surface_request_frame(surface) == 0 {
            gtk_widget_queue_draw(surface)
        } else if frameAsked == nil {
            frameAsked = monotonicNow()
        }
    }

    /// Applies the source's newest snapshot.
    func sourceChanged() {
        guard isAlive else { return }
        update {
            $0.apply(shownSource.snapshot)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
        catchUpWithRows()
    }

    /// Cancels tasks and closes the source after GTK finalized the widget.
    func released() {
        isAlive = false
        onChange = nil
        onFailure = nil
        onValue = nil
        onLook = nil
        onFilterValue = nil
        onFilter = nil
        onSheet = nil
        onFilterColumn = nil
        onColumn = nil
        onSort = nil
        onCopy = nil
        onDragOut = nil
        (onArrange, heldArrangement) = (nil, nil)
        contextMenu = nil
        glowStyles.removeAll()
        runningTask?.cancel()
        runningTask = nil
        orderEnds = nil
        pictureWork = PictureWork()
        guard !isSourceTaken else { return }
        shownSource.onChange(nil)
        shownSource.close()
    }

    /// Leaves the source open when the widget is finalized: the caller reads on from it, and closes it.
    public func releaseSource() {
        isSourceTaken = true
        shownSource.onChange(nil)
    }
}

/// The owner that the C surface holds: it keeps the view alive for as long as GTK keeps the widget.
final class SurfaceOwner {
    var view: GridView?

    static var callbacks: QuadSurfaceCallbacks {
        QuadSurfaceCallbacks(
            frame: { context in SurfaceOwner.view(context)?.frameIsDue() },
            draw: { context, cr in SurfaceOwner.view(context)?.draw(on: cr) },
            resize: { context, width, height in
                SurfaceOwner.view(context)?.resized(width: Int(width), height: Int(height))
            },
            scrolled: { context in SurfaceOwner.view(context)?.scrolled() },
            event: { context, event in SurfaceOwner.view(context)?.handle(event) == true ? 1 : 0 },
            restyle: { context in SurfaceOwner.view(context)?.restyle() },
            release: { context in
                let owner = Unmanaged<SurfaceOwner>.fromOpaque(context).takeRetainedValue()
                owner.view?.released()
                owner.view = nil
            })
    }

    private static func view(_ context: UnsafeMutableRawPointer) -> GridView? {
        Unmanaged<SurfaceOwner>.fromOpaque(context).takeUnretainedValue().view
    }
}
