import CGTK
import Drawing
import Geometry
import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

@MainActor @Suite struct PrintRunTests {
    /// Looks at a run from GTK's own loop, and cancels it.
    @MainActor private final class Canceller {
        let run: PrintRun
        /// Looks after the run was cancelled.
        var looks = 0
        static let limit = 2000

        init(_ run: PrintRun) { self.run = run }

        func look() {
            guard looks > 0 || run.isWaitingForPage else { return }
            if looks == 0 { run.cancel() }
            looks += 1
            // So that a test that fails ends too.
            if looks == Self.limit { gtk_print_operation_draw_page_finish(run.operation) }
        }
    }

    @Test func cancelledRunEndsThoughItWaitsForAPage() throws {
        let source = GeneratedSource(rows: 100, columns: 3)
        var model = GridModel(table: source.snapshot)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        let run = PrintRun(
            PrintSubject(model: model, rows: source, title: "t", folder: nil), PrintChoices(of: model))
        run.pageLimit = .max
        let folder = try TemporaryFolder()
        gtk_print_operation_set_export_filename(run.operation, folder.path("t.pdf"))
        var result: GtkPrintOperationResult?
        run.onEnd = { result = $0 }
        // A page that was made is drawn by way of the main queue, which GTK's loop does not serve here: none ever is.
        let canceller = Canceller(run)
        let timer = g_timeout_add(
            1,
            {
                if let data = $0 { Unmanaged<Canceller>.fromOpaque(data).takeUnretainedValue().look() }
                return 1
            }, Unmanaged.passUnretained(canceller).toOpaque())
        run.start(GTK_PRINT_OPERATION_ACTION_EXPORT, over: nil, settings: nil, setup: nil)
        g_source_remove(timer)
        #expect(result == GTK_PRINT_OPERATION_RESULT_CANCEL)
        #expect(canceller.looks > 0 && canceller.looks < Canceller.limit)
    }
}
