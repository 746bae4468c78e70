import GridUI
import SeededRandom
import Testing

/// The states that can be undone and redone, kept as lists: slow and obvious.
private struct Twin {
    var past: [Int] = []
    var now: Int
    var future: [Int] = []

    mutating func change(to state: Int, limit: Int) {
        guard state != now else { return }
        (past, now, future) = (Array((past + [now]).suffix(limit)), state, [])
    }

    mutating func undo() {
        guard let last = past.popLast() else { return }
        future.append(now)
        now = last
    }

    mutating func redo() {
        guard let next = future.popLast() else { return }
        past.append(now)
        now = next
    }
}

@Suite struct ViewHistoryTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func anyChangesUndosAndRedosGoAsTwoListsHaveIt(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let limit = random.int(1...6)
        var history = ViewHistory<Int>(limit: limit)
        var twin = Twin(now: 0)
        var now = 0
        for step in 0..<300 {
            switch random.int(0...3) {
            case 0:
                now = history.undo(from: now) ?? now
                twin.undo()
            case 1:
                now = history.redo(from: now) ?? now
                twin.redo()
            default:
                let next = random.int(0...9)
                history.note(from: now, to: next)
                twin.change(to: next, limit: limit)
                now = next
            }
            #expect(now == twin.now, "step \(step)")
            #expect(history.undoable?.before == twin.past.last && history.redoable?.after == twin.future.last)
        }
    }

    @Test func undoGivesTheStateBeforeAndRedoGivesItBack() {
        var history = ViewHistory<String>()
        history.note(from: "a", to: "b")
        #expect(history.undo(from: "b") == "a")
        #expect(history.undo(from: "a") == nil)
        #expect(history.redo(from: "a") == "b")
        #expect(history.redo(from: "b") == nil)
    }

    @Test func aNewChangeDropsWhatCouldBeRedone() {
        var history = ViewHistory<Int>()
        history.note(from: 0, to: 1)
        #expect(history.undo(from: 1) == 0)
        history.note(from: 0, to: 2)
        #expect(history.redoable == nil && history.redo(from: 2) == nil)
        #expect(history.undo(from: 2) == 0)
    }

    @Test func changesThatGoOnAreOneAndThoseThatTakeEachOtherBackNone() {
        var history = ViewHistory<Int>()
        history.note(from: 0, to: 1)
        history.note(from: 1, to: 2) { $0 == 0 && $1 == 1 }
        #expect(history.undo(from: 2) == 0 && history.undo(from: 0) == nil)
        history.note(from: 0, to: 5)
        history.note(from: 5, to: 0) { _, _ in true }
        #expect(history.undoable == nil && history.redoable == nil)
    }

    @Test func whatChangedByItselfMeanwhileIsPartOfWhereAChangeBegan() {
        var history = ViewHistory<Int>()
        history.note(from: 0, to: 1)
        history.note(from: 10, to: 11)
        #expect(history.undo(from: 11) == 10)
        #expect(history.undo(from: 20) == 0)
        // A redo comes back to how things stood when they were undone.
        #expect(history.redo(from: 0) == 20)
    }

    @Test func aChangeThatDidNotComeAboutIsGoneBackFrom() {
        var history = ViewHistory<Int>()
        history.note(from: 0, to: 1)
        history.note(from: 1, to: 2)
        history.settle(where: { $0 == 1 }, without: { $0 - 1 })
        #expect(history.undoable?.before == 0 && history.redoable?.after == 2)
        history.settle(where: { $0 == 7 }, without: { $0 })
        #expect(history.undoable?.before == 0)
        history.removeAll()
        #expect(history.undoable == nil && history.redoable == nil)
    }

    /// Two things of which the first takes its time.
    private struct Pair: Equatable {
        var slow = 0
        var quick = 0
    }

    private func giveUp(_ slow: Int, _ history: inout ViewHistory<Pair>) {
        history.settle(where: { $0.slow == slow }, without: { Pair(slow: slow, quick: $0.quick) })
    }

    @Test func whatWasChangedBehindAChangeThatDidNotComeAboutIsStillUndone() {
        var history = ViewHistory<Pair>()
        history.note(from: Pair(), to: Pair(quick: 1))
        history.note(from: Pair(quick: 1), to: Pair(slow: 1, quick: 1))
        history.note(from: Pair(slow: 1, quick: 1), to: Pair(slow: 1, quick: 2))
        giveUp(0, &history)
        #expect(history.undoable?.now == Pair(quick: 2) && history.undoable?.before == Pair(quick: 1))
        #expect(history.redo(from: Pair(quick: 2)) == Pair(slow: 1, quick: 2))
        giveUp(0, &history)
        #expect(history.undo(from: Pair(quick: 2)) == Pair(quick: 1))
        #expect(history.undo(from: Pair(quick: 1)) == Pair())
        #expect(history.undoable == nil)
    }

    @Test func bothPartsOfOneChangeOfWhichOneDidNotComeAbout() {
        var history = ViewHistory<Pair>()
        history.note(from: Pair(), to: Pair(slow: 1, quick: 1))
        giveUp(0, &history)
        #expect(history.undoable?.before == Pair())
        #expect(history.redoable?.after == Pair(slow: 1, quick: 1))
        #expect(history.undo(from: Pair(quick: 1)) == Pair())
        #expect(history.redo(from: Pair()) == Pair(quick: 1))
    }

    @Test func whatIsGivenUpNeverMakesMoreStatesThanAreKept() {
        var history = ViewHistory<Pair>(limit: 3)
        for number in 1...3 { history.note(from: Pair(quick: number - 1), to: Pair(quick: number)) }
        history.note(from: Pair(quick: 3), to: Pair(slow: 1, quick: 4))
        giveUp(0, &history)
        #expect(history.undo(from: Pair(quick: 4)) == Pair(quick: 3))
        #expect(history.undo(from: Pair(quick: 3)) == Pair(quick: 2))
        #expect(history.undoable == nil)
    }
}
