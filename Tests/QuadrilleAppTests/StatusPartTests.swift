import Testing

@testable import QuadrilleApp

@Suite struct StatusPartTests {
    private let widths: [StatusPart: Int] = [
        .dialect: 200, .extent: 180, .note: 120, .zoom: 80, .problems: 90, .progress: 150, .place: 100, .figures: 400,
    ]

    @Test func whereThereIsRoomAllIsSaid() {
        #expect(StatusPart.fitting(widths, into: 1320 + 7 * 10, spacing: 10) == widths)
        #expect(StatusPart.fitting([:], into: 0, spacing: 10).isEmpty)
    }

    @Test func whatMattersLeastGivesWayFirstAndTheSumAndThePlaceStay() {
        var gone: [StatusPart] = []
        for room in stride(from: 1390, through: 0, by: -1) {
            let kept = StatusPart.fitting(widths, into: room, spacing: 10)
            #expect(kept[.place] == 100 && kept[.figures] == 400, "with \(room)")
            let total = kept.values.reduce(0, +) + (kept.count - 1) * 10
            #expect(total <= max(room, 510), "with \(room)")
            gone += StatusPart.allCases.filter { kept[$0] == nil && !gone.contains($0) }
        }
        #expect(gone == [.dialect, .extent, .note, .zoom, .problems, .progress])
    }

    @Test func theEndOfTheDialectIsCutBeforeItGoes() {
        let widths: [StatusPart: Int] = [.dialect: 200, .extent: 180]
        #expect(StatusPart.fitting(widths, into: 389, spacing: 10) == [.dialect: 199, .extent: 180])
        #expect(StatusPart.fitting(widths, into: 280, spacing: 10) == [.dialect: 90, .extent: 180])
        #expect(StatusPart.fitting(widths, into: 279, spacing: 10) == [.extent: 180])
    }
}
