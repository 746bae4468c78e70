import CGTK
import GridGTK
import Tabular
import Translation

/// The schema of the table: its columns, keys and indexes, and the statements that made it.
@MainActor
final class SchemaPane {
    let widget: Widget = gtk_scrolled_window_new(nil, nil)
    private let sections: [Section]
    private let statements: Widget = gtk_label_new(nil)
    private var shown: TableSchema?

    @MainActor
    private struct Section {
        let title: Widget
        let facts = FactsGrid()
        let content: (SchemaFacts) -> [ValueFacts.Fact]
    }

    init() {
        let titles = [tr("Columns"), tr("Keys"), tr("Indexes")].map(Self.heading)
        sections = zip(titles, [\SchemaFacts.columns, \.keys, \.indexes]).map { title, content in
            Section(title: title) { $0[keyPath: content] }
        }
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
        gtk_container_set_border_width(cast(box), 10)
        Spoken.name(widget, tr("Schema of the table"))
        for section in sections {
            gtk_container_set_border_width(cast(section.facts.widget), 0)
            gtk_box_pack_start(cast(box), section.title, 0, 0, 0)
            gtk_box_pack_start(cast(box), section.facts.widget, 0, 0, 0)
        }
        gtk_label_set_selectable(cast(statements), 1)
        gtk_label_set_line_wrap(cast(statements), 1)
        gtk_label_set_line_wrap_mode(cast(statements), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(cast(statements), 0)
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_attr_list_insert(attributes, pango_attr_family_new("monospace"))
        gtk_label_set_attributes(cast(statements), attributes)
        pango_attr_list_unref(attributes)
        Spoken.name(statements, tr("Statements"))
        for part in [Self.heading(tr("Statements")), statements] { gtk_box_pack_start(cast(box), part, 0, 0, 0) }
        gtk_scrolled_window_set_policy(cast(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_container_add(cast(widget), box)
        gtk_widget_show_all(widget)
    }

    private static func heading(_ text: String) -> Widget {
        let label: Widget = gtk_label_new(text)
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        gtk_label_set_attributes(cast(label), bold)
        pango_attr_list_unref(bold)
        gtk_label_set_xalign(cast(label), 0)
        return label
    }

    /// Shows the schema of the table of `grid`, from its beginning where it is another one; nil keeps the shown one.
    func follow(_ grid: GridView?) {
        guard let grid, let schema = grid.model.table.description.schema, schema != shown else { return }
        shown = schema
        let facts = SchemaFacts(schema: schema)
        for section in sections {
            let lines = section.content(facts)
            section.facts.show(lines)
            for part in [section.title, section.facts.widget] {
                gtk_widget_set_visible(part, lines.isEmpty ? 0 : 1)
            }
        }
        gtk_label_set_text(cast(statements), facts.statements)
        if let scroll = gtk_scrolled_window_get_vadjustment(cast(widget)) { gtk_adjustment_set_value(scroll, 0) }
    }
}
