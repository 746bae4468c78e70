import CGTK
import CairoDrawing
import Geometry
import GridGTK
import GridUI
import Tabular
import TabularExport
import Translation

/// The subject of a printout: a grid as it was when the user requested it.
struct PrintSubject {
    var model: GridModel
    var rows: any RecordStreaming
    var title: String
    /// The folder for a PDF file; nil for the desktop's default.
    var folder: String?
}

/// Prints the content of a window with the desktop's own dialog, one printout at a time, while the window stays usable. Pages
/// are made in the background; the main thread replays them.
@MainActor
final class Printer {
    /// The maximum number of pages to print without a confirmation.
    private static let quietPages = 200

    let bar = TaskBar()
    var onFailure: (String) -> Void = { _ in }
    /// Called with a message when there are many pages; `printAll` prints them all.
    var onManyPages: (String) -> Void = { _ in }
    /// Called when printing begins or ends.
    var onChange: () -> Void = {}
    private var run: PrintRun?
    /// The printout that waits for confirmation, because it has many pages.
    private var held: (subject: PrintSubject, choices: PrintChoices)?
    /// The settings of the previous run.
    private var settings: OpaquePointer?
    private var setup: OpaquePointer?

    init() { bar.onCancel = { [weak self] in self?.cancel() } }

    isolated deinit {
        for kept in [settings, setup] { if let kept { g_object_unref(UnsafeMutableRawPointer(kept)) } }
    }

    var isBusy: Bool { run != nil }

    /// Opens the desktop's print dialog, and prints.
    func begin(_ subject: PrintSubject, over window: Widget) {
        guard !isBusy else { return }
        held = nil
        start(PrintRun(subject, PrintChoices(of: subject.model)), window)
    }

    /// Opens the dialog again with its previous choices, for a printout whose many pages required a confirmation.
    func printAll(over window: Widget) {
        guard !isBusy, let (subject, choices) = held else { return }
        held = nil
        let run = PrintRun(subject, choices)
        run.pageLimit = .max
        start(run, window)
    }

    /// Cancels printing.
    func cancel() {
        held = nil
        guard let run else { return bar.hide() }
        run.cancel()
    }

    private func start(_ run: PrintRun, _ window: Widget) {
        self.run = run
        run.pageLimit = max(run.pageLimit, Self.quietPages)
        run.onProgress = { [weak self] in self?.bar.show($0, progress: $1) }
        run.onEnd = { [weak self, weak run] result in
            if let self, let run { ended(run, result) }
        }
        onChange()
        let first = settings == nil ? Self.settings(for: run.subject) : nil
        // The operation holds its own references.
        defer { if let first { g_object_unref(UnsafeMutableRawPointer(first)) } }
        run.start(over: window, settings: settings ?? first, setup: setup)
    }

    private func ended(_ run: PrintRun, _ result: GtkPrintOperationResult) {
        keep(run)
        self.run = nil
        bar.hide()
        if case .tooManyPages(let count)? = run.obstacle {
            held = (run.subject, run.choices)
            onManyPages(
                tr(
                    one: "This is {count} page. Nothing is printed yet: choose fewer rows or pages, or print them all.",
                    many:
                        "These are {count} pages. Nothing is printed yet: choose fewer rows or pages, or print them all.",
                    count))
        } else if case .failure(let failure)? = run.obstacle {
            if failure.kind != .cancelled {
                onFailure(tr("Nothing was printed. {error}", ["error": failure.description]))
            }
        } else if result == GTK_PRINT_OPERATION_RESULT_ERROR, let error = run.errorText {
            onFailure(
                tr("This could not be printed: {error}. Choose another printer or file.", ["error": error]))
        } else if result == GTK_PRINT_OPERATION_RESULT_APPLY, !run.isCancelled, !run.isPreview {
            let count = run.progress?.pageCount ?? 0
            bar.done(
                run.target.map { path in
                    tr(
                        one: "Printed {count} page to {path}", many: "Printed {count} pages to {path}", count,
                        ["path": path])
                } ?? tr(one: "Printed {count} page", many: "Printed {count} pages", count))
        }
        onChange()
    }

    /// Stores the settings and the page setup of a run for the next one.
    private func keep(_ run: PrintRun) {
        func take(_ new: OpaquePointer?, _ old: inout OpaquePointer?) {
            guard let new, new != old else { return }
            g_object_ref(UnsafeMutableRawPointer(new))
            if let old { g_object_unref(UnsafeMutableRawPointer(old)) }
            old = new
        }
        take(gtk_print_operation_get_print_settings(run.operation), &settings)
        take(gtk_print_operation_get_default_page_setup(run.operation), &setup)
    }

    /// The initial settings: a PDF file is saved next to the shown file, under its name.
    private static func settings(for subject: PrintSubject) -> OpaquePointer? {
        let settings = gtk_print_settings_new()
        if let folder = subject.folder { gtk_print_settings_set(settings, "output-dir", folder) }
        let name = ExportName.stem(of: subject.title)
        gtk_print_settings_set(settings, "output-basename", name)
        if !PrintServer.mayBeThere() { gtk_print_settings_set_printer(settings, PrintServer.fileName) }
        return settings
    }
}
