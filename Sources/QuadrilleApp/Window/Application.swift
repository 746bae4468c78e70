import ArgumentParser
import CGTK
import CGridShim
import CairoDrawing
import Glibc
import GridGTK
import QuadrilleRuntime
import TableFormats
import Tabular
import Translation

/// The command line's request to the window program.
struct OpenRequest: Sendable, Hashable {
    var paths: [String]
    var options: FormatOptions
    /// The table of the files that is shown first, as the user writes it.
    var table: String?
    var settings: ViewSettings
    var extent: TableExtent?
    var place: OpeningPlace?
    var liveness = Liveness()
    var rows = AskedRows()
    /// True where the request must not be handed over to a program that runs already.
    var isAlone = false
    /// True where a program that runs already opens a new window for the request.
    var wantsWindow = false
    /// True where the program waits without a window for requests over the session bus, and exits when none comes.
    var isService = false

    /// Returns true where the first frame shows the first rows of files: no other request and nothing remembered in `store` may
    /// need more rows for that frame. Reads no file.
    func showsFirstRows(rememberedIn store: ViewStore?) -> Bool {
        guard !paths.isEmpty, settings.isDone, case .none = place, rows.isEmpty else { return false }
        return !paths.contains { store?.mayRemember(Application.absolute($0)) ?? false }
    }
}

/// The destination of files that the user opens.
enum Destination: Sendable {
    /// As the preferences say.
    case preferred
    /// In tabs of the same window.
    case tabs
}

/// The window program: one GtkApplication, windows, and in these a document for each file.
@MainActor
final class Application {
    /// The time that exports have to stop after the last window is closed, in nanoseconds.
    private static let exportEnding: UInt64 = 2_000_000_000

    /// The time from the start within which the first rows should be drawn, in nanoseconds.
    private static let headStart: UInt64 = 500_000_000

    /// The time that saving views and preferences may take at the end, in seconds.
    private static let viewEnding = 2.0

    /// The action that opens a window, and the hint for files to open in a new one.
    private static let newWindow = "new-window"

    let gtk: UnsafeMutablePointer<GtkApplication>
    private let request: OpenRequest
    private var hadWindows = false
    private var early: EarlyFile?

    /// Runs until the last window is closed. Returns the exit status.
    static func run(_ request: OpenRequest) throws -> Int32 {
        MemoryRelease.boundHeaps()
        try Failure.checkThreads()
        // Desktops find the menu entry, and so the icon, of a window by this name.
        g_set_prgname(Quadrille.applicationID)
        // Replaces GTK's `setlocale`, which would also make C format numbers by the locale, unlike files.
        Language.start()
        // The theme excerpt covers the widgets of a window with a table, not those of an empty one.
        if !request.paths.isEmpty || request.extent != nil || request.isService { StartTheme.shared.begin() }
        if request.showsFirstRows(rememberedIn: .ofUser) { HeadStart.ofProgram.begin(lasting: headStart) }
        gtk_disable_setlocale()
        // Exceeding the limit of a file's size is an error to report, not a reason to be killed.
        signal(SIGXFSZ, SIG_IGN)
        // Nothing else holds the file, which is closed with its tab.
        let application = Application(request, try openDisplay(for: request))
        let status = application.run()
        ViewStore.settle(within: viewEnding)
        PreferencesFile.settle(within: viewEnding)
        // Closed windows have cancelled their exports, which stop within a moment.
        let left = ExportRequest.underWay.wait(
            until: { $0 == 0 }, deadline: monotonicNow() + exportEnding, then: { $0 })
        if left > 0 {
            Output.writeError("an export that was given up has not ended in time. It may leave a .part file.")
        }
        return status
    }

    /// Opens the display, and meanwhile begins to open the first file. A program that runs already shows the files: this one then
    /// needs no display.
    private static func openDisplay(for request: OpenRequest) throws -> EarlyFile? {
        guard request.isAlone || !SessionBus.isThere || !SessionBus.isTaken(Quadrille.applicationID) else { return nil }
        let early = EarlyFile(request)
        try openDisplay()
        return early
    }

    /// Opens the display. GTK's own check would exit with an unhelpful message.
    private static func openDisplay() throws {
        // This reads about fifty files; nothing needs its result before the first window.
        WorkerPool.shared.submit(.interaction) { FallbackFont.installIfNeeded() }
        guard gtk_init_check(nil, nil) != 0 else {
            throw Failure.report(
                "no display could be opened. Start it in a desktop session, or draw a picture without one: "
                    + "quadrille render FILE --output PICTURE.png")
        }
    }

    /// Closes all windows, which cancels their tasks.
    private func closeWindows() {
        while let window = gtk_application_get_windows(gtk)?.pointee.data {
            gtk_widget_destroy(window.assumingMemoryBound(to: GtkWidget.self))
        }
    }

    private init(_ request: OpenRequest, _ early: EarlyFile?) {
        (self.request, self.early) = (request, early)
        var flags = G_APPLICATION_HANDLES_OPEN.rawValue
        if request.isAlone || !SessionBus.isThere { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
        if request.isService { flags |= G_APPLICATION_IS_SERVICE.rawValue }
        gtk = gtk_application_new(Quadrille.applicationID, GApplicationFlags(rawValue: flags))
        g_set_application_name("Quadrille")
        _ = quad_main_queue_attach()
    }

    private func run() -> Int32 {
        connect(gtk, "startup") { [unowned self] in self.start() }
        connect(gtk, "activate") { [unowned self] in self.activate() }
        connectOpen(gtk) { [unowned self] in self.open($0, inNewWindow: $1 == Self.newWindow) }
        connectStarting(gtk) { [unowned self] in self.hasHandedOver() }
        let status = runLoop()
        g_object_unref(gtk)
        return status
    }

    /// Makes a program that runs already open the new window. Returns false where none runs, or no new window is wanted: GTK's
    /// default shows the window used last where there is no file, and opens files as the preferences say.
    private func hasHandedOver() -> Bool {
        let application: UnsafeMutablePointer<GApplication> = cast(gtk)
        guard request.wantsWindow, !request.isAlone, g_application_register(application, nil, nil) != 0,
            g_application_get_is_remote(application) != 0
        else { return false }
        if request.paths.isEmpty {
            g_action_group_activate_action(OpaquePointer(gtk), Self.newWindow, nil)
        } else {
            var files = request.paths.map { g_file_new_for_path(Self.absolute($0)) }
            g_application_open(application, &files, gint(files.count), Self.newWindow)
            for file in files { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        }
        return true
    }

    /// Runs the application. Files go to a program that runs already as absolute paths; this one then ends.
    private func runLoop() -> Int32 {
        let paths = request.isAlone ? [] : request.paths.map(Self.absolute)
        var arguments: [UnsafeMutablePointer<CChar>?] = (["quadrille"] + paths).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        return arguments.withUnsafeMutableBufferPointer { buffer in
            g_application_run(cast(gtk), Int32(buffer.count - 1), buffer.baseAddress)
        }
    }

    private func start() {
        // GTK capitalizes the first letter of the class.
        gdk_set_program_class(Quadrille.applicationID)
        // Sets the direction of all widgets: a right-to-left grid has its scrollbar at the left.
        if isLanguageRightToLeft || request.settings.isRightToLeft {
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
        }
        StartTheme.shared.beginWithIcons()
        PreferencesInForce.shared.start()
        Style.markFocus()
        gtk_window_set_default_icon_name(Quadrille.applicationID)
        keepKeysFromPanes()
        addAction("quit") { application in
            application.closeWindows()
            g_application_quit(cast(application.gtk))
        }
        addAction(Self.newWindow) { $0.openEmptyWindow() }
        for (action, keys) in Shortcut.accelerators {
            var names = keys.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
            gtk_application_set_accels_for_action(gtk, action, &names)
            for name in names { free(UnsafeMutablePointer(mutating: name)) }
        }
    }

    /// Moves GTK's key for pane handles from F8 to Ctrl+F6: F8 goes to the next problem, and must not reach handles where there
    /// is none.
    private func keepKeysFromPanes() {
        guard let type = g_type_class_ref(gtk_paned_get_type()) else { return }
        defer { g_type_class_unref(type) }
        let keys = gtk_binding_set_by_class(type)
        for (modifiers, text, isBackward) in [
            (GdkModifierType(rawValue: 0), "<Control>F6", 0), (GDK_SHIFT_MASK, "<Control><Shift>F6", 1),
        ] {
            gtk_binding_entry_skip(keys, guint(GDK_KEY_F8), modifiers)
            gtk_binding_entry_add_signal_from_string(
                keys, "bind \"\(text)\" { \"cycle-handle-focus\" (\(isBackward)) }")
        }
    }

    private func addAction(_ name: String, _ run: @escaping (Application) -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        connectIgnoringArgument(UnsafeMutableRawPointer(action), "activate") { [unowned self] in run(self) }
        g_action_map_add_action(OpaquePointer(gtk), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Shows the generated table, or the files where the program runs alone, and presents the window used last, or an empty
    /// one. A second start without a file comes here too, and presents that window.
    private func activate() {
        if let extent = request.extent {
            let source = GeneratedSource(rows: extent.rows, columns: extent.columns)
            let title = tr(
                "Generated {rows} × {columns}",
                ["rows": StatusText.grouped(extent.rows), "columns": StatusText.grouped(extent.columns)])
            let document = makeDocument(isAskedFor: true)
            document.show(OpenedTable(.made(source)), title: title, file: nil)
            document.shell.present()
        }
        if request.isAlone { open(request.paths[...], in: nil, isAskedFor: true) }
        if let window = gtk_application_get_windows(gtk)?.pointee.data {
            gtk_window_present(window.assumingMemoryBound(to: GtkWindow.self))
        } else {
            // The options of a command line without a file apply to the first file opened in this window.
            openEmptyWindow(isAskedFor: true)
        }
    }

    /// Opens the files that another program hands over. A notice names those that cannot be opened, in an empty window where
    /// there is no other.
    private func open(_ files: OfferedFiles, inNewWindow: Bool) {
        var asked = request
        asked.paths = files.paths
        // A program that the session bus started learns of its files only now.
        if request.isService, !hadWindows, asked.showsFirstRows(rememberedIn: .ofUser) {
            HeadStart.ofProgram.begin(lasting: Self.headStart)
        }
        open(files.paths[...], in: inNewWindow ? nil : shellInUse)
        guard let notice = files.notice else { return }
        if shellInUse == nil { openEmptyWindow() }
        shellInUse?.present()
        shellInUse?.document?.infoBar.show(notice, isNew: true)
    }

    func openEmptyWindow(isAskedFor: Bool = false) {
        let document = makeDocument(isAskedFor: isAskedFor)
        document.showEmpty()
        document.shell.present()
    }

    /// Opens an empty tab, with the page of a window without a file.
    func openEmptyTab(in shell: MainWindow) {
        makeDocument(in: shell).showEmpty()
    }

    /// Creates a document in `home`, or in a new window where that is nil. The window shows it at once where `isShown`.
    ///
    /// The command line's options for reading, view, rows and opening place apply to the files that it names (`isAskedFor`),
    /// not to files opened later; its direction applies to the whole program.
    private func makeDocument(
        in home: MainWindow? = nil, isShown: Bool = true, isAskedFor: Bool = false
    ) -> Document {
        // Weak: otherwise the document would retain itself through its closure.
        weak var made: Document?
        var settings = ViewSettings()
        settings.isRightToLeft = request.settings.isRightToLeft
        var liveness = isAskedFor ? request.liveness : Liveness()
        liveness.follows = liveness.follows || PreferencesInForce.shared.preferences.follows
        FallbackFont.installIfNeeded()
        // A service without windows may have missed changes of the preferences.
        if hadWindows, gtk_application_get_windows(gtk) == nil { PreferencesInForce.shared.reread() }
        hadWindows = true
        let shell = home ?? MainWindow(of: self)
        let document = Document(in: shell, settings: isAskedFor ? request.settings : settings, liveness: liveness) {
            [unowned self] paths, destination in
            guard let made else { return }
            self.open(paths, chosenIn: made, destination, isAskedFor: isAskedFor)
        }
        shell.add(document, isShown: isShown)
        made = document
        document.openTable = { [unowned self, weak document] target, destination in
            if let document { self.open(target, of: document, destination) }
        }
        if isAskedFor { (document.arranging.asked, document.openingPlace) = (request.rows, request.place) }
        return document
    }

    /// Opens files that the user chose in a document. The first replaces an empty document; the others get windows or tabs.
    private func open(_ paths: [String], chosenIn document: Document, _ destination: Destination, isAskedFor: Bool) {
        var paths = paths[...]
        // A user who opened a tab for the files wants tabs.
        let hasTabs = destination == .tabs || document.isEmpty && document.shell.documents.count > 1
        if document.isEmpty, let first = paths.popFirst() {
            // If a file failed to open here, the command line's options were for that one.
            let isFirst = isAskedFor && document.opened == nil
            show(
                first, in: document, reading: isFirst ? request.options : FormatOptions(),
                table: isFirst ? request.table : nil)
            document.shell.present()
            if hasTabs || opensTabs { return addTabs(paths, to: document.shell, showsFirst: false) }
        } else if hasTabs {
            return addTabs(paths, to: document.shell)
        }
        open(paths, in: document.shell)
    }

    /// Opens files as the preferences say: in tabs of `shell`, or of a new window where that is nil, or in windows.
    private func open(_ paths: ArraySlice<String>, in shell: MainWindow?, isAskedFor: Bool = false) {
        guard opensTabs else {
            for path in paths {
                let document = makeDocument(isAskedFor: isAskedFor)
                show(
                    path, in: document, reading: isAskedFor ? request.options : FormatOptions(),
                    table: isAskedFor ? request.table : nil)
                document.shell.present()
            }
            return
        }
        guard let first = paths.first else { return }
        let document: Document
        if let shown = shell?.document, shown.isEmpty {
            document = shown
        } else {
            document = makeDocument(in: shell, isAskedFor: isAskedFor)
        }
        show(
            first, in: document, reading: isAskedFor ? request.options : FormatOptions(),
            table: isAskedFor ? request.table : nil)
        document.shell.present()
        addTabs(paths.dropFirst(), to: document.shell, showsFirst: false, isAskedFor: isAskedFor)
    }

    /// Opens files in tabs after those of a window. Shows the first of them where `showsFirst`, else keeps the shown one.
    private func addTabs(
        _ paths: ArraySlice<String>, to shell: MainWindow, showsFirst: Bool = true, isAskedFor: Bool = false
    ) {
        for (number, path) in paths.enumerated() {
            let document = makeDocument(in: shell, isShown: showsFirst && number == 0, isAskedFor: isAskedFor)
            show(
                path, in: document, reading: isAskedFor ? request.options : FormatOptions(),
                table: isAskedFor ? request.table : nil)
        }
    }

    /// Opens a table where the user wants it.
    private func open(_ target: OpenTarget, of document: Document, _ destination: TableDestination) {
        let place: Document
        switch destination {
        case .here: place = document
        case .tab: place = makeDocument(in: document.shell)
        case .window: place = makeDocument()
        }
        show(target.path, in: place, reading: target.options, table: target.table.map { "name:" + $0 })
        place.shell.present()
    }

    private var opensTabs: Bool { PreferencesInForce.shared.preferences.opensIn == .tabs }

    /// The window that was used last.
    private var shellInUse: MainWindow? {
        var window = gtk_application_get_windows(gtk)
        while let current = window {
            let widget = current.pointee.data?.assumingMemoryBound(to: GtkWidget.self)
            if let widget, let shell = MainWindow.of(widget) { return shell }
            window = current.pointee.next
        }
        return nil
    }

    private func show(
        _ path: String, in shown: Document, reading options: FormatOptions, table: String? = nil
    ) {
        let isInput = path == "-"
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let document = early?.document(at: .path(path), options, table: table)
        early = nil
        let opened =
            document.map { OpenedTable(.document($0), options) }
            ?? OpenedTable(opening: .path(path), options, table: table)
        shown.tables?.forget()
        shown.show(
            opened, title: isInput ? tr("Standard input") : name, file: isInput ? nil : Self.absolute(path))
    }

    nonisolated static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// The folder of a path, with ~ for the home folder.
    static func folder(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty, home != "/",
            folder == home || folder.hasPrefix(home + "/")
        else { return folder.isEmpty ? "/" : folder }
        return "~" + folder.dropFirst(home.count)
    }
}
