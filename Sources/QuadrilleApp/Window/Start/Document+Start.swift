import CGTK
import GridGTK
import Translation

// A window without a file.
extension Document {
    /// Shows the start page.
    func showEmpty() {
        StartTheme.shared.end()
        switcher.update()
        setTitle("Quadrille", nil)
        RecentFiles.shared.load()
        let actions = StartPage.Actions(
            open: { [weak self] path in self?.open([path], .preferred) },
            show: { [weak self] sample in self?.show(sample) })
        replaceBody(with: StartPage.make(isRightToLeft: isRightToLeft, actions))
        gtk_widget_hide(status.widget)
        sayOfPreferences()
    }

    /// Shows a sample in its view. Options requested for the first file do not apply to it; the first opened file replaces
    /// it.
    private func show(_ sample: StartSample) {
        forgetWhatWasAsked()
        let opened = OpenedTable(.sample { sample.source($0) }, sample.options)
        show(opened, title: sample.file, file: nil)
        setTitle(sample.file, tr("A sample"))
        bringIntoForce(SettingsQueue(sample.settings))
    }
}
