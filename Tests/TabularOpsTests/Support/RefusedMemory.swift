import Synchronization
import Tabular

/// Memory of which one allocation is refused: the first, the second …
final class RefusedMemory: Sendable {
    private let number: Int
    private let count = Atomic(0)

    /// Refuses the allocation `number`, counted from 0; nil for none.
    init(_ number: Int?) { self.number = number ?? -1 }

    /// Allocations that were asked for.
    var asked: Int { count.load(ordering: .relaxed) }

    var source: LargeMemory {
        LargeMemory { [self] _ in count.add(1, ordering: .relaxed).oldValue != number }
    }

    /// Runs `body` again and again, with the first allocation refused, the second, and so on to the last. `check` gets the
    /// outcome of each.
    static func forEach<Value>(
        _ body: (LargeMemory) throws(ReadError) -> Value, _ check: (Result<Value, ReadError>) -> Void
    ) -> Int {
        var number = 0
        while true {
            let memory = RefusedMemory(number)
            let outcome = Result { () throws(ReadError) in try body(memory.source) }
            check(outcome)
            if memory.asked <= number { return number }
            number += 1
        }
    }
}
