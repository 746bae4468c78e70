import Tabular

/// The targets of inputs: the first byte chooses one. The order is that of the numbers in a corpus.
private let targets: [@Sendable (inout Choices) -> Void] = [
    checkEngines, checkReading, checkOptions, checkOpening, checkPacked, checkPackedBytes, checkCache, checkExport,
    checkFilter, checkFind, checkJSON, checkDatabase,
]

/// The entry that libFuzzer calls with one input after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(Array(UnsafeBufferPointer(start: data, count: count)))
    let target = choices.number(below: targets.count)
    targets[target](&choices)
    return 0
}
