import CGTK
import CairoDrawing
import Geometry
import GridGTK
import GridUI
import QuadrilleRuntime
import TabularExport
import Translation

/// One operation of GTK's printing, from its dialog to its last page.
///
/// GTK requests the number of pages and each page on the main thread. A page that is not ready is deferred: the main loop
/// runs on, and the page is drawn as soon as it is ready.
@MainActor
final class PrintRun {
    let subject: PrintSubject
    let choices: PrintChoices
    let operation: UnsafeMutablePointer<GtkPrintOperation>
    /// The maximum number of pages to print.
    var pageLimit = 0
    var onProgress: (String, Double?) -> Void = { _, _ in }
    var onEnd: (GtkPrintOperationResult) -> Void = { _ in }
    /// The reason why pages are not printed, other than the user's wish.
    enum Obstacle {
        /// The number of pages that the printout would have, where it is above the limit.
        case tooManyPages(Int)
        case failure(ExportError)
    }

    private(set) var obstacle: Obstacle?
    private(set) var isCancelled = false
    /// A Boolean value that indicates whether another program previews the pages instead of printing them.
    private(set) var isPreview = false
    /// Nil before the first page.
    private(set) var progress: PrintCount?
    private var maker: PageMaker?
    /// Counts the pages for the dialog, on the paper chosen there.
    private var counter: PageMaker?
    private var paper: PrintSettings?
    /// The page for which GTK waits.
    private var deferred: (context: OpaquePointer, page: Int)?
    private let renderer = CairoRenderer(engine: TextEngine())

    init(_ subject: PrintSubject, _ choices: PrintChoices) {
        (self.subject, self.choices) = (subject, choices)
        operation = gtk_print_operation_new()
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(operation)) }

    /// True while GTK waits for a page.
    var isWaitingForPage: Bool { deferred != nil }

    /// Opens the desktop's dialog and returns; the operation continues in the main loop, and ends with `onEnd`.
    func start(
        _ action: GtkPrintOperationAction = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, over window: Widget?,
        settings: OpaquePointer?, setup: OpaquePointer?
    ) {
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        gtk_print_operation_set_use_full_page(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_job_name(operation, subject.title.visible)
        gtk_print_operation_set_print_settings(operation, settings)
        gtk_print_operation_set_default_page_setup(operation, setup)
        gtk_print_operation_set_custom_tab_label(operation, tr("Table"))
        connectAll()
        let result = gtk_print_operation_run(operation, action, window.map { cast($0) }, nil)
        // An operation that ends immediately also emits `done`, unless there was an error.
        if result == GTK_PRINT_OPERATION_RESULT_ERROR { onEnd(result) }
    }

    private func connectAll() {
        let signals = UnsafeMutableRawPointer(operation)
        connectPrintChoices(
            signals, make: { [weak self] in self?.makeChoices() }, apply: { [weak self] in self?.choices.read() })
        connectPageSetup(signals) { [weak self] setup in
            guard let self else { return }
            paper = settings(for: setup)
            count()
        }
        choices.onChange = { [weak self] in self?.count() }
        connectPrintContext(signals, "begin-print") { [weak self] in self?.plan($0) }
        connectPaginate(signals) { [weak self] in self?.isPlanned() ?? true }
        connectDrawPage(signals) { [weak self] in self?.draw($1, $0) }
        connectPrintPreview(signals) { [weak self] in self?.isPreview = true }
        connectPrinted(signals) { [weak self] in self?.onEnd($0) }
    }

    func cancel() {
        isCancelled = true
        counter = nil
        maker?.cancel()
        gtk_print_operation_cancel(operation)
        guard isWaitingForPage else { return }
        // GTK checks for cancellation only between pages.
        deferred = nil
        gtk_print_operation_draw_page_finish(operation)
    }

    /// The message of GTK about an error; nil where there was none.
    var errorText: String? {
        var error: UnsafeMutablePointer<GError>?
        gtk_print_operation_get_error(operation, &error)
        guard let error else { return nil }
        defer { g_error_free(error) }
        return error.pointee.message.map { String(cString: $0) }
    }

    /// The printer's name, or the path of the output file.
    var target: String? {
        guard let settings = gtk_print_operation_get_print_settings(operation) else { return nil }
        if let uri = gtk_print_settings_get(settings, "output-uri"), let path = g_filename_from_uri(uri, nil, nil) {
            defer { g_free(path) }
            return String(cString: path)
        }
        return gtk_print_settings_get_printer(settings).map { String(cString: $0) }
    }

    /// Returns the settings of the pages before any choice about the table.
    private func settings(for setup: OpaquePointer?) -> PrintSettings {
        var settings = PrintSettings(title: subject.title)
        settings.paper = Size(
            width: gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS),
            height: gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS))
        // Not smaller than the area that the printer cannot reach.
        settings.margins = Insets(
            top: max(settings.margins.top, gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS)),
            leading: max(settings.margins.leading, gtk_page_setup_get_left_margin(setup, GTK_UNIT_POINTS)),
            bottom: max(settings.margins.bottom, gtk_page_setup_get_bottom_margin(setup, GTK_UNIT_POINTS)),
            trailing: max(settings.margins.trailing, gtk_page_setup_get_right_margin(setup, GTK_UNIT_POINTS)))
        return settings
    }

    private func makeChoices() -> Widget? {
        let widget = choices.widget()
        // The initial page setup: GTK reports only later changes.
        let known = gtk_print_operation_get_default_page_setup(operation)
        let usual = known == nil ? gtk_page_setup_new() : nil
        defer { if let usual { g_object_unref(UnsafeMutableRawPointer(usual)) } }
        paper = settings(for: known ?? usual)
        count()
        return widget
    }

    /// Counts the pages and shows their number in the dialog. Cancels an earlier count.
    private func count() {
        guard var settings = paper else { return }
        choices.read()
        choices.apply(to: &settings)
        choices.say(pages: tr("Counting pages"))
        let hop = CoalescedHop { [weak self] in
            guard let self, let counter else { return }
            if let count = counter.pageCount { choices.say(pages: StatusText.grouped(count)) }
            // The reason is shown when the user prints.
            if counter.failure != nil { choices.say(pages: "—") }
        }
        counter = PageMaker(subject.model, subject.rows, settings) { hop.post() }
    }

    private func plan(_ context: OpaquePointer) {
        counter = nil
        var settings = settings(for: gtk_print_context_get_page_setup(context))
        settings.paper = Size(
            width: gtk_print_context_get_width(context), height: gtk_print_context_get_height(context))
        choices.apply(to: &settings)
        onProgress(tr("Counting pages"), nil)
        let hop = CoalescedHop { [weak self] in self?.drawDeferred() }
        maker = PageMaker(subject.model, subject.rows, settings) { hop.post() }
    }

    private func isPlanned() -> Bool {
        if let failure = maker?.failure {
            obstacle = .failure(failure)
            stop()
        } else if let count = maker?.pageCount {
            gtk_print_operation_set_n_pages(operation, Int32(clamping: max(1, count)))
            let chosen = chosenPages(of: count)
            guard chosen > pageLimit else { return true }
            obstacle = .tooManyPages(chosen)
            stop()
        } else {
            return isCancelled
        }
        return true
    }

    /// Ends the operation without a page.
    private func stop() {
        gtk_print_operation_set_n_pages(operation, 1)
        cancel()
    }

    /// Returns the number of pages, of `count`, that the dialog selects.
    private func chosenPages(of count: Int) -> Int {
        guard let settings = gtk_print_operation_get_print_settings(operation) else { return count }
        switch gtk_print_settings_get_print_pages(settings) {
        case GTK_PRINT_PAGES_CURRENT: return 1
        case GTK_PRINT_PAGES_RANGES:
            var number: Int32 = 0
            let ranges = gtk_print_settings_get_page_ranges(settings, &number)
            defer { g_free(ranges) }
            return (0..<Int(number)).reduce(0) { sum, index in
                guard let range = ranges?[index] else { return sum }
                let end = range.end < 0 ? count : min(count, Int(range.end) + 1)
                return sum + max(0, end - Int(range.start))
            }
        default: return count
        }
    }

    private func draw(_ page: Int, _ context: OpaquePointer) {
        guard !isCancelled, let maker else { return }
        guard let made = maker.page(page) else {
            deferred = (context, page)
            return gtk_print_operation_set_defer_drawing(operation)
        }
        draw(made, page, context)
    }

    private func draw(_ made: Printout.Page, _ page: Int, _ context: OpaquePointer) {
        var count = progress ?? beginCount()
        count.draws(page)
        progress = count
        let number = StatusText.grouped(count.number)
        if let total = count.total {
            onProgress(
                tr("Printing page {number} of {total}", ["number": number, "total": StatusText.grouped(total)]),
                Double(count.number) / Double(total))
        } else {
            onProgress(tr("Printing page {number}", ["number": number]), nil)
        }
        guard let cr = gtk_print_context_get_cairo_context(context) else { return }
        renderer.replay(made.pieces, on: cr)
    }

    /// Starts the page count: GTK now knows how many pages it will print, and requests them from here on.
    private func beginCount() -> PrintCount {
        let settings = gtk_print_operation_get_print_settings(operation)
        // A printer may be unable to skip every other page; GTK then requests all of them.
        let isEvery = gtk_print_settings_get_page_set(settings) == GTK_PAGE_SET_ALL
        let printer = gtk_print_settings_get_printer(settings).map { String(cString: $0) }
        return PrintCount(
            of: isEvery ? Int(gtk_print_operation_get_n_pages_to_print(operation)) : nil,
            copies: Int(gtk_print_settings_get_n_copies(settings)),
            isCopiedByPrinter: isPreview || printer != PrintServer.fileName)
    }

    /// Draws the page for which GTK waits, if it is ready.
    private func drawDeferred() {
        guard !isCancelled, let (context, page) = deferred else { return }
        if let failure = maker?.failure {
            obstacle = .failure(failure)
            return cancel()
        }
        guard let made = maker?.page(page) else { return }
        deferred = nil
        draw(made, page, context)
        gtk_print_operation_draw_page_finish(operation)
    }
}
