import CGTK
import GridGTK
import Tabular

/// The fields of the form of a dialect, in one or two columns.
@MainActor
final class DialectFields {
    let widget: Widget = gtk_grid_new()
    private let fields = DialectForm.Field.allCases.map { DialectField($0) }
    /// The number of columns now.
    private var columnCount = 0

    /// Calls `onChange` after a change of a field, and `onActivate` for Return in one.
    init(onChange: @escaping () -> Void, onActivate: @escaping () -> Void) {
        gtk_grid_set_row_spacing(cast(widget), 6)
        gtk_grid_set_column_spacing(cast(widget), 12)
        arrange(columns: 2)
        for field in fields { (field.onChange, field.onActivate) = (onChange, onActivate) }
    }

    /// Puts the fields into one or two columns.
    func arrange(columns: Int) {
        guard columns != columnCount else { return }
        columnCount = columns
        let height = (fields.count + columns - 1) / columns
        for (index, field) in fields.enumerated() {
            field.attach(to: widget, column: Int32(index / height), line: Int32(index % height))
        }
        gtk_widget_show_all(widget)
    }

    /// The written form.
    var form: DialectForm {
        get {
            var form = DialectForm()
            for field in fields { form[field.field] = field.text }
            return form
        }
        set { for field in fields { field.text = newValue[field.field] } }
    }

    /// Shows in empty fields what was found.
    func show(found description: TableDescription, _ columns: [Column]) {
        for field in fields { field.show(found: field.field.found(in: description, columns)) }
    }

    func focus() { fields.first?.focus() }
}
