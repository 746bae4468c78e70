import Testing

@testable import QuadrilleApp

@Suite struct StatusPartTests {
    private let widths: [StatusPart: [Int]] = [
        .dialect: [200], .extent: [180], .note: [120], .zoom: [80], .problems: [90], .progress: [150], .place: [100],
        .figures: [400, 300, 120],
    ]

    @Test func whereThereIsRoomAllIsSaid() {
        #expect(StatusPart.fitting(widths, into: 1320 + 7 * 10, spacing: 10) == widths.compactMapValues(\.first))
        #expect(StatusPart.fitting([:], into: 0, spacing: 10).isEmpty)
    }

    @Test func whatMattersLeastGivesWayFirstAndTheSumAndThePlaceStay() throws {
        var gone: [StatusPart] = []
        var last = 400
        for room in stride(from: 1390, through: 0, by: -1) {
            let kept = StatusPart.fitting(widths, into: room, spacing: 10)
            let figures = try #require(kept[.figures], "with \(room)")
            #expect(figures <= last && widths[.figures]?.contains(figures) == true, "with \(room)")
            last = figures
            #expect((90...100).contains(try #require(kept[.place])), "with \(room)")
            let total = kept.values.reduce(0, +) + (kept.count - 1) * 10
            #expect(total <= max(room, 120 + 10 + 90), "with \(room)")
            gone += StatusPart.allCases.filter { kept[$0] == nil && !gone.contains($0) }
        }
        #expect(gone == [.extent, .note, .zoom, .dialect, .problems, .progress])
        #expect(last == 120)
    }

    @Test func fewerFiguresAreSaidRatherThanThatATaskIsHidden() {
        let widths: [StatusPart: [Int]] = [.place: [100], .figures: [400, 300, 120], .progress: [150]]
        #expect(StatusPart.fitting(widths, into: 670, spacing: 10) == [.place: 100, .figures: 400, .progress: 150])
        // The active cell is shortened before that.
        #expect(StatusPart.fitting(widths, into: 660, spacing: 10) == [.place: 90, .figures: 400, .progress: 150])
        #expect(StatusPart.fitting(widths, into: 659, spacing: 10) == [.place: 100, .figures: 300, .progress: 150])
        #expect(StatusPart.fitting(widths, into: 559, spacing: 10) == [.place: 100, .figures: 120, .progress: 150])
        #expect(StatusPart.fitting(widths, into: 379, spacing: 10) == [.place: 100, .figures: 120])
    }

    @Test func dialectStaysWhileOthersCanBeShortened() {
        let widths: [StatusPart: [Int]] = [.dialect: [300], .extent: [160], .note: [250], .place: [120]]
        #expect(StatusPart.fitting(widths, into: 420, spacing: 10) == [.dialect: 90, .note: 190, .place: 120])
        #expect(StatusPart.fitting(widths, into: 319, spacing: 10) == [.dialect: 189, .place: 120])
        #expect(StatusPart.fitting(widths, into: 192, spacing: 12) == [.dialect: 90, .place: 90])
        #expect(StatusPart.fitting(widths, into: 191, spacing: 12) == [.place: 120])
    }

    @Test func theEndOfTheDialectIsCutBeforeTheExtentGoes() {
        let widths: [StatusPart: [Int]] = [.dialect: [200], .extent: [180]]
        #expect(StatusPart.fitting(widths, into: 389, spacing: 10) == [.dialect: 199, .extent: 180])
        #expect(StatusPart.fitting(widths, into: 280, spacing: 10) == [.dialect: 90, .extent: 180])
        #expect(StatusPart.fitting(widths, into: 279, spacing: 10) == [.dialect: 200])
        #expect(StatusPart.fitting(widths, into: 89, spacing: 10).isEmpty)
        // A short one stays whole.
        #expect(StatusPart.fitting([.dialect: [60], .extent: [180]], into: 249, spacing: 10) == [.dialect: 60])
    }

    @Test func theEndOfThePlaceIsCutAndNeverGoes() {
        let widths: [StatusPart: [Int]] = [.place: [200], .figures: [120]]
        #expect(StatusPart.fitting(widths, into: 300, spacing: 10) == [.place: 170, .figures: 120])
        #expect(StatusPart.fitting(widths, into: 100, spacing: 10) == [.place: 90, .figures: 120])
        #expect(StatusPart.fitting([.place: [60]], into: 10, spacing: 10) == [.place: 60])
    }
}
