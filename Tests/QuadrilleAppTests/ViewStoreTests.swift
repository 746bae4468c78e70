import Geometry
import Glibc
import GridUI
import QuadrilleRuntime
import TableFormats
import Tabular
import TabularText
import Testing

@testable import QuadrilleApp

/// A folder that goes with the test.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/quadrille-state-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path + "/state/views/" + name) }
        for folder in ["/state/views", "/state", ""] { rmdir(path + folder) }
    }

    var store: ViewStore { ViewStore(folder: path + "/state/views") }

    var names: [String] {
        guard let stream = opendir(path + "/state/views") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

private func settings() throws -> ViewSettings {
    let columns = ["id", "name", "name", "total"].map { Column(name: $0, type: .text) }
    var model = GridModel(
        table: GeneratedSource(rows: 500, columns: columns) { row, column in "\(row) \(column)" }.snapshot)
    model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
    model.freeze(rows: 2, columns: 1)
    model.hideRows(20..<30)
    model.setFormat(try CellFormat("%.2f €"), ofColumn: 3)
    model.zoom(to: 1.5)
    model.activate(CellPosition(row: 300, column: 2))
    return ViewSettings(of: model, byName: true)
}

@Test func aViewIsReadAsItWasWritten() throws {
    let folder = try Folder()
    var settings = try settings()
    settings.parameters = [.rowHeight: 30, .columnWidth: 12.5]
    settings.roles = [.group: ColumnName("name")]
    settings.formats = [try FormatArgument(argument: "total=%d")]
    let view = KeptView(path: "/data/ü b.csv", window: KeptView.WindowSize(width: 900, height: 500), settings: settings)
    folder.store.write(view)
    guard case .view(let read) = folder.store.view(of: view.path) else {
        Issue.record("there is no view")
        return
    }
    #expect(read == view)
    #expect(folder.names == [folder.store.name(of: view.path)], "nothing else is left there")
    #expect(folder.store.mayRemember(view.path) && !folder.store.mayRemember("/data/other.csv"))
    if case .nothing = folder.store.view(of: "/data/other.csv") {} else { Issue.record("another file has none") }
}

@Test func nothingWaitsForFirstRowsWhereMoreIsAskedForOrRemembered() throws {
    let folder = try Folder()
    let plain = OpenRequest(paths: ["/new.csv", "/a.csv"], options: FormatOptions(), settings: ViewSettings())
    #expect(plain.showsFirstRows(rememberedIn: nil) && plain.showsFirstRows(rememberedIn: folder.store))
    var asked = plain
    asked.settings.frozenTrailingRows = 1
    #expect(!asked.showsFirstRows(rememberedIn: nil))
    asked = plain
    asked.place = OpeningPlace(row: 30_000)
    #expect(!asked.showsFirstRows(rememberedIn: nil))
    asked.paths = []
    #expect(!asked.showsFirstRows(rememberedIn: nil))
    folder.store.write(KeptView(path: "/a.csv", window: nil, settings: try settings()))
    #expect(!plain.showsFirstRows(rememberedIn: folder.store))
}

@Test func aViewOfAnotherFileWithTheSameNameOnDiskIsNobodys() throws {
    let view = KeptView(path: "/a.csv", window: nil, settings: try settings())
    #expect(try KeptView(reading: view.encoded, of: "/a.csv") == view)
    #expect(try KeptView(reading: view.encoded, of: "/b.csv") == nil)
}

@Test func whatANewerProgramWroteIsLeftAlone() throws {
    let folder = try Folder()
    var view = KeptView(path: "/a.csv", window: nil, settings: try settings())
    view.version = KeptView.currentVersion + 1
    folder.store.write(view)
    if case .nothing = folder.store.view(of: "/a.csv") {} else { Issue.record("it is not understood") }
    #expect(folder.names == [folder.store.name(of: "/a.csv")])
}

@Test(arguments: ["", "{", "{}", "{\"version\": 1}", "\u{0}\u{0}\u{0}", "{\"version\": \"1\"}", "[1, 2]"])
func aDamagedViewIsSetAsideWithAWord(content: String) throws {
    let folder = try Folder()
    let store = folder.store
    store.write(KeptView(path: "/a.csv", window: nil, settings: try settings()))
    let name = store.folder + "/" + store.name(of: "/a.csv")
    let file = try #require(fopen(name, "w"))
    fwrite(content, 1, content.utf8.count, file)
    fclose(file)
    guard case .damaged(let aside) = store.view(of: "/a.csv") else {
        Issue.record("it is taken for a view")
        return
    }
    #expect(aside == name + ".damaged" && access(aside, F_OK) == 0 && access(name, F_OK) != 0)
    if case .nothing = store.view(of: "/a.csv") {} else { Issue.record("it is gone") }
}

@Test func viewThatIsTooLargeIsSetAside() throws {
    let folder = try Folder()
    let store = folder.store
    store.write(KeptView(path: "/a.csv", window: nil, settings: try settings()))
    let name = store.folder + "/" + store.name(of: "/a.csv")
    try #require(truncate(name, 65 << 20) == 0)
    guard case .damaged(let aside) = store.view(of: "/a.csv") else {
        Issue.record("its file would be replaced")
        return
    }
    #expect(aside == name + ".damaged" && access(aside, F_OK) == 0 && access(name, F_OK) != 0)
}

@Test func everyTruncationOfAViewIsToldFromOne() throws {
    let view = KeptView(path: "/a.csv", window: nil, settings: try settings())
    let bytes = view.encoded
    // But for the line's end, which stands behind it.
    for length in stride(from: 0, to: bytes.count - 2, by: 7) {
        #expect(throws: KeptView.Damaged.self) { _ = try KeptView(reading: Array(bytes[..<length]), of: "/a.csv") }
    }
}

@Test func nothingIsRememberedOfAPipe() throws {
    let folder = try Folder()
    let (pipe, file) = (folder.path + "/pipe", folder.path + "/file")
    #expect(mkfifo(pipe, 0o600) == 0)
    close(open(file, O_WRONLY | O_CREAT, 0o600))
    defer { for path in [pipe, file] { unlink(path) } }
    for path in [pipe, file, folder.path + "/gone"] {
        folder.store.keep(KeptView(path: path, window: nil, settings: try settings()))
    }
    ViewStore.settle(within: 30)
    #expect(folder.names == [folder.store.name(of: file)])
}

/// Of a table that opens before the others are known, the view is that of the file, too. Of another table only its name is.
@Test(arguments: [true, false]) func viewOfAFileNamesTheShownTable(opensBeforeOthers: Bool) throws {
    let folder = try Folder()
    let path = folder.path + "/a.json"
    close(open(path, O_WRONLY | O_CREAT, 0o600))
    defer { unlink(path) }
    var view = KeptView(path: path, window: .init(width: 640, height: 480), settings: try settings())
    view.table = "items"
    if opensBeforeOthers { view.activeTable = "items" }
    folder.store.keep(view)
    ViewStore.settle(within: 30)
    guard case .view(let file) = folder.store.view(of: path),
        case .view(let table) = folder.store.view(of: path, table: "items")
    else {
        Issue.record("both are stored")
        return
    }
    #expect(file.activeTable == "items" && file.table == nil && file.window == view.window)
    #expect(file.isEmpty != opensBeforeOthers && (file.settings == view.settings) == opensBeforeOthers)
    #expect(table.activeTable == nil && table.settings == view.settings)
}

@Test(arguments: [EIO, EMFILE, ENOMEM, ESTALE])
func unreadableViewStaysAsItIs(error: Int32) throws {
    let folder = try Folder()
    var store = folder.store
    let view = KeptView(path: "/a.csv", window: nil, settings: try settings())
    store.write(view)
    let (names, contents) = (folder.names, store.files.contents)
    store.files.contents = { (_) throws(SystemError) in throw SystemError(number: error) }
    guard case .unreadable(SystemError(number: error)) = store.view(of: "/a.csv") else {
        Issue.record("it is taken for damaged, or for none")
        return
    }
    #expect(folder.names == names, "nothing is set aside")
    store.files.contents = contents
    guard case .view(view) = store.view(of: "/a.csv") else {
        Issue.record("it is as whole as it was")
        return
    }
}

@Test func earlierDamagedViewsAreKept() throws {
    let folder = try Folder()
    let store = folder.store
    func damage(_ text: String) throws -> String {
        store.files.write(Array(text.utf8), to: store.name(of: "/a.csv"))
        guard case .damaged(let aside) = store.view(of: "/a.csv") else { throw KeptView.Damaged(description: text) }
        return aside
    }
    let name = store.folder + "/" + store.name(of: "/a.csv")
    let aside = try (1...11).map { try damage("no view \($0)") }
    let expected = [name + ".damaged"] + (2...9).map { "\(name).damaged-\($0)" }
    #expect(Array(aside.prefix(9)) == expected)
    // The last name is taken again and again, and the first ones hold what they held.
    #expect(aside.suffix(2) == [expected[8], expected[8]])
    #expect(folder.names.count == 9)
    let first = try store.files.read(store.name(of: "/a.csv") + ".damaged")
    #expect(first == Array("no view 1".utf8))
}

@Test func viewIsKeptForEachTableOfAFile() throws {
    let folder = try Folder()
    var view = KeptView(path: "/a.zip", window: nil, settings: try settings())
    view.table = "b.csv"
    folder.store.write(view)
    guard case .view(let kept) = folder.store.view(of: "/a.zip", table: "b.csv") else {
        Issue.record("the view of the table is not there")
        return
    }
    #expect(kept == view)
    if case .nothing = folder.store.view(of: "/a.zip") {} else { Issue.record("the file itself has no view") }
    if case .nothing = folder.store.view(of: "/a.zip", table: "c.csv") {} else { Issue.record("nor has another table") }
    #expect(try KeptView(reading: view.encoded, of: "/a.zip", table: "c.csv") == nil)
}
