import CGTK
import GridGTK
import TabularOps
import Translation

/// The most frequent values of a column, each with a bar for its frequency; a click chooses one.
@MainActor
final class TopValues {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    /// Called with a value that the user chose.
    var onChoice: (ColumnStatistics.FrequentValue) -> Void = { _ in }
    /// A value that occurs only once in so many is not frequent, even where it is the most frequent one.
    private static let rare = 1000.0
    private var lines: [(button: Widget, text: Widget, count: Widget, bar: Widget)] = []
    private var values: [ColumnStatistics.FrequentValue] = []

    func show(_ statistics: ColumnStatistics?) {
        let total = max(1, statistics?.valueCount ?? 1)
        // Values that each occur once are of no interest, nor are those of many numbers that happen to occur four times.
        let top = statistics?.top ?? []
        let isFrequent =
            top.first.map { $0.countAtMost > 1 && Double($0.countAtMost) * Self.rare >= Double(total) } ?? false
        values = isFrequent ? top : []
        while lines.count < values.count { addLine() }
        for (number, line) in lines.enumerated() {
            gtk_widget_set_visible(line.button, number < values.count ? 1 : 0)
            guard number < values.count else { continue }
            let value = values[number]
            let share = Double(value.count) / Double(total)
            gtk_label_set_text(cast(line.text), value.text.visible)
            let times = CountWords.count(value.count, atMost: value.countAtMost)
            // A count with only known bounds has no share.
            let isExact = value.count == value.countAtMost
            let both = tr("{count} · {share}", ["count": times, "share": StatisticsText.percent(share)])
            gtk_label_set_text(cast(line.count), isExact ? both : times)
            gtk_progress_bar_set_fraction(cast(line.bar), min(1, share))
            gtk_widget_set_tooltip_text(line.button, tr("Show the rows that have it"))
            gtk_widget_set_sensitive(line.button, value.text.utf8.count == value.length ? 1 : 0)
        }
    }

    private func addLine() {
        let number = lines.count
        let (button, text, count): (Widget, Widget, Widget) = (gtk_button_new(), gtk_label_new(nil), gtk_label_new(nil))
        let bar: Widget = gtk_progress_bar_new()
        let names: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        let all: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
        gtk_label_set_xalign(cast(text), 0)
        gtk_label_set_ellipsize(cast(text), PANGO_ELLIPSIZE_END)
        gtk_label_set_single_line_mode(cast(text), 1)
        gtk_box_pack_start(cast(names), text, 1, 1, 0)
        Style.quieten(count)
        gtk_box_pack_start(cast(names), count, 0, 0, 0)
        gtk_box_pack_start(cast(all), names, 0, 0, 0)
        gtk_box_pack_start(cast(all), bar, 0, 0, 0)
        gtk_container_add(cast(button), all)
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
        Style.add("button { padding: 3px 0; }", to: button)
        gtk_widget_show_all(button)
        gtk_widget_set_no_show_all(button, 1)
        connect(button, "clicked") { [weak self] in
            guard let self, values.indices.contains(number) else { return }
            onChoice(values[number])
        }
        gtk_box_pack_start(cast(widget), button, 0, 0, 0)
        lines.append((button, text, count, bar))
    }
}
