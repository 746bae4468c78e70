import CGTK
import GridGTK
import GridUI
import Translation

/// The page of a window without a file: a place to drop one, the recent files, and the five views as pictures of samples,
/// each of which opens.
@MainActor
enum StartPage {
    /// The actions of the user on the page.
    struct Actions {
        /// Opens a file that was opened before, by its path.
        var open: (String) -> Void
        var show: (StartSample) -> Void
    }

    static func make(isRightToLeft: Bool, _ actions: Actions) -> Widget {
        let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 24)
        gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(column, 12) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(column, 24) }
        gtk_box_pack_start(cast(column), invitation(actions.open), 0, 0, 0)
        gtk_box_pack_start(cast(column), views(isRightToLeft: isRightToLeft, actions.show), 0, 0, 0)
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), column)
        // In a low window, scrolls to the widget with the keyboard focus.
        gtk_container_set_focus_vadjustment(cast(column), gtk_scrolled_window_get_vadjustment(cast(scroller)))
        gtk_widget_show_all(scroller)
        return scroller
    }

    private static func invitation(_ open: @escaping (String) -> Void) -> Widget {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        // The whole window accepts the drop.
        Style.add(
            """
            box { border: 2px dashed mix(@theme_bg_color, @theme_fg_color, 0.4); border-radius: 12px; }
            box { padding: 24px 48px; }
            window:drop(active) box { border-color: @theme_selected_bg_color; }
            """, to: box)
        let image: Widget = gtk_image_new_from_icon_name("x-office-spreadsheet-symbolic", GTK_ICON_SIZE_DIALOG)
        gtk_image_set_pixel_size(cast(image), 48)
        Style.quieten(image)
        gtk_box_pack_start(cast(box), image, 0, 0, 0)
        gtk_box_pack_start(cast(box), MessagePage.heading(tr("Drop a file here")), 0, 0, 0)
        let text: Widget = gtk_label_new(
            tr("CSV, TSV and their kin, of any size.\nIt is shown as it is, and never changed."))
        gtk_label_set_line_wrap(cast(text), 1)
        gtk_label_set_justify(cast(text), GTK_JUSTIFY_CENTER)
        gtk_box_pack_start(cast(box), text, 0, 0, 0)
        let button = MessagePage.openButton()
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        gtk_box_pack_start(cast(box), button, 0, 0, 6)
        if let recent = RecentList.make(open) { gtk_box_pack_start(cast(box), recent, 0, 0, 0) }
        return box
    }

    private static func views(isRightToLeft: Bool, _ show: @escaping (StartSample) -> Void) -> Widget {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
        let heading: Widget = gtk_label_new(tr("Or look at a sample, in one of five views"))
        Style.quieten(heading)
        gtk_box_pack_start(cast(box), heading, 0, 0, 0)
        let flow: Widget = gtk_flow_box_new()
        gtk_flow_box_set_selection_mode(cast(flow), GTK_SELECTION_NONE)
        gtk_flow_box_set_homogeneous(cast(flow), 1)
        gtk_flow_box_set_max_children_per_line(cast(flow), guint(StartSample.all.count))
        gtk_widget_set_halign(flow, GTK_ALIGN_CENTER)
        Spoken.name(flow, tr("Samples, one for each view"))
        for sample in StartSample.all {
            gtk_container_add(cast(flow), child(sample, isRightToLeft: isRightToLeft))
        }
        connectChildActivation(flow) { index in
            if StartSample.all.indices.contains(index) { show(StartSample.all[index]) }
        }
        gtk_box_pack_start(cast(box), flow, 0, 0, 0)
        return box
    }

    private static func child(_ sample: StartSample, isRightToLeft: Bool) -> Widget {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
        let picture = SamplePicture(sample, isRightToLeft: isRightToLeft)
        // The picture lives as long as its widget.
        connect(picture.widget, "destroy") { _ = picture }
        let frame: Widget = gtk_frame_new(nil)
        gtk_container_add(cast(frame), picture.widget)
        gtk_widget_set_halign(frame, GTK_ALIGN_CENTER)
        gtk_box_pack_start(cast(box), frame, 0, 0, 4)
        let title = ViewRegistry.standard[sample.view]?.title ?? sample.view
        let name: Widget = gtk_label_new(title)
        let words: Widget = gtk_label_new(sample.words)
        Style.quieten(words)
        for label in [name, words] { gtk_box_pack_start(cast(box), label, 0, 0, 0) }
        let child: Widget = gtk_flow_box_child_new()
        gtk_container_add(cast(child), box)
        Style.add(
            """
            flowboxchild { padding: 8px; border-radius: 6px; outline-style: none; }
            flowboxchild:hover { background-color: alpha(@theme_fg_color, 0.07); }
            flowboxchild:focus { box-shadow: inset 0 0 0 2px @theme_selected_bg_color; }
            """, to: child)
        Spoken.name(
            child,
            tr(
                "{view}: {words}. Opens {file}, a sample.",
                ["view": title, "words": sample.words, "file": sample.file]))
        return child
    }
}
