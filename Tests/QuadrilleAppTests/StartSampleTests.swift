import Geometry
import Glibc
import GridUI
import Testing

@testable import QuadrilleApp

@Suite struct StartSampleTests {
    @Test func thereIsOneForEachViewInTheOrderOfTheViews() {
        #expect(StartSample.all.map(\.view) == ViewRegistry.standard.definitions.map(\.name))
        #expect(StartSample.all.allSatisfy { !$0.words.isEmpty })
    }

    @Test(arguments: StartSample.all.indices)
    func itIsTheFileOfItsNameAndStandsInItsViewWithNothingMissed(index: Int) throws {
        let sample = StartSample.all[index]
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = open("/\(root)/Assets/Samples/\(sample.file)", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &bytes, bytes.count)
        #expect(Array(bytes.prefix(max(0, count))) == sample.bytes)

        var grid = try OffscreenGrid(
            sample.source(sample.options), size: Size(width: 1280, height: 800), scale: 1)
        try grid.stand(sample.settings)
        #expect(grid.failure == nil && grid.notes.isEmpty)
        #expect(grid.model.view.name == sample.view)
        let asked = sample.settings
        #expect(grid.model.sheet.frozenColumns == asked.frozenColumns)
        #expect((grid.model.columns.rowHeader == nil) == (asked.rowHeader == nil))
        #expect(grid.model.formats.isEmpty == asked.formats.isEmpty)
        for (role, column) in asked.roles {
            #expect(grid.model.viewChoice.columns[role] == column.index(in: grid.model.table.columns))
        }
    }
}
