import CGTK
import Glibc
import GridGTK
import GridUI
import Translation

extension ExportChooser {
    private static var kinds: [FormatFilters<PictureKind>.Entry] {
        [(.png, "PNG"), (.svg, "SVG"), (.pdf, tr("PDF, one page"))]
    }

    /// Asks the user for the content and the path of a picture; nil when the user cancels.
    static func picture(over window: Widget, _ model: GridModel, input: String?) -> ExportRequest? {
        guard let chooser = make(tr("Save Picture"), over: window, beside: input) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(chooser)) }
        gtk_file_chooser_set_current_name(chooser, ExportName.stem(of: input ?? "table") + ".png")
        let filters = FormatFilters(of: chooser, kinds) { name, kind in
            ExportName.stem(ofPath: name, PictureKind(path: name) != nil) + "." + kind.rawValue
        }
        var parts = [("sight", tr("What is in sight"))]
        let selected = model.tableSelection
        if model.isSheet, !model.selection.isEmpty, let columns = selected.columns {
            parts.append(("selected", selection(selected, columns.count)))
        }
        add("part", tr("Picture of:"), parts, to: chooser)
        let scales = [("1", "1"), ("2", tr("2, sharper")), ("3", "3"), ("4", "4")]
        add("scale", tr("PNG scale:"), scales, to: chooser)
        guard let given = run(chooser) else { return nil }
        let chosen = filters.chosen
        let named = PictureKind(path: given)
        let kind = chosen ?? named ?? .png
        // A name with the ending of another kind, or without one, gets the ending of the chosen kind.
        let path = named == kind ? given : ExportName.stem(ofPath: given, named != nil) + "." + kind.rawValue
        var work = PictureWork(model: model, kind: kind)
        work.scale = Double(choice("scale", of: chooser)) ?? 1
        if choice("part", of: chooser) == "selected" { work.selection = selected }
        var request = ExportRequest(content: .picture(work), path: path, input: input)
        if path != given && access(path, F_OK) == 0 {
            request.refusal = tr(
                """
                {file} is there already, and was not asked about. Nothing was written. Save the picture again, by that name.
                """, ["file": request.name])
        }
        return request
    }
}
