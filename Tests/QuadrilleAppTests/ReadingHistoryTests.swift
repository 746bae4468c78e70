import TableFormats
import Testing

@testable import QuadrilleApp

@Suite struct ReadingHistoryTests {
    private func reading(_ delimiter: String?) -> FileReading {
        let options = delimiter.map { FormatOptions([.delimiter: $0]) } ?? FormatOptions()
        return FileReading(options: options, view: SettingsQueue(), rows: PendingArrangement())
    }

    @Test func dialectsAreUndoneAndRedoneInOrder() {
        var history = ReadingHistory()
        #expect(!history.canUndo && !history.canRedo && history.undo(from: reading(nil)) == nil)
        history.note(reading(nil))
        history.note(reading(";"))
        #expect(history.undo(from: reading("|"))?.options.written(.delimiter) == "semicolon")
        #expect(history.undo(from: reading(";"))?.options == FormatOptions())
        #expect(!history.canUndo && history.canRedo)
        #expect(history.redo(from: reading(nil))?.options.written(.delimiter) == "semicolon")
        #expect(history.redo(from: reading(";"))?.options.written(.delimiter) == "pipe")
        #expect(!history.canRedo && history.canUndo)
    }

    @Test func anotherChoiceEndsWhatCouldBeRedone() {
        var history = ReadingHistory()
        history.note(reading(nil))
        _ = history.undo(from: reading(";"))
        history.note(reading(nil))
        #expect(!history.canRedo && history.canUndo)
        _ = history.undo(from: reading("|"))
        history.forgetUndone()
        #expect(!history.canRedo)
    }

    @Test(arguments: [
        (1920, 1080, 1366, 728, 1366, 728), (800, 600, 1366, 728, 800, 600), (3000, 500, 1366, 728, 1366, 500),
        (0, 500, 1366, 728, 1, 500),
    ])
    func aRememberedSizeFitsTheScreen(
        width: Int, height: Int, roomWidth: Int, roomHeight: Int, fittingWidth: Int, fittingHeight: Int
    ) {
        let size = KeptView.WindowSize(width: width, height: height).clamped(toWidth: roomWidth, height: roomHeight)
        #expect(size == KeptView.WindowSize(width: fittingWidth, height: fittingHeight))
    }
}
