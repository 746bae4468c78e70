import CScan
import Testing

private let forms = [cscan_rows_lines, cscan_rows_values, cscan_rows_elements, cscan_rows_members]

/// Numbers from a fixed seed.
private struct Numbers {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}

private struct Outcome: Equatable, CustomStringConvertible {
    let description: String

    init(_ level: cscan_level, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ start: cscan_row_scan) {
        var scan = start
        let done = cscan_rows_at(level, bytes, count, &scan)
        description =
            "\(done) rows \(scan.rows) depth \(scan.depth) quote \(scan.quote) escaped \(scan.is_escaped) "
            + "content \(scan.has_content) ended \(scan.is_ended) openings \(scan.openings) feed \(scan.has_feed)"
    }
}

/// Words of a palette, and bytes before them to be out of step with the machine's.
private func text(seed: Int, count: Int) -> [UInt8] {
    let palettes: [[String]] = [
        ["{\"a\":1}", ",", "\n", "[1,2]", "\"x\"", " "], ["{", "}", "[", "]", ",", "\"", "\\", "\n", " ", "1"],
        ["{\"id\":12345,\"name\":\"some name\",\"list\":[1,[2,{}]]}", ",\n", "\n", ", "],
        ["\"", "\\", "\\\\", "\\\"", "a"], ["\n", "\r\n", "\t", "    ", "x", "\u{1E}"],
        ["[", "[", "[[[[", "]", "]]", "]]]", ","], ["12", "true", "\u{1E}", ",", " ", "\"s\"", "{}", "\n"],
        [String(repeating: "\\", count: 63), "\"", "\\", "{", ","], ["{}", "[],", "{\"a\":\"b\"},", "{", "},"],
        [String(repeating: " ", count: 70), ",", "]", "}", "\n", "\u{0}"],
    ]
    var numbers = Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let palette = palettes[seed % palettes.count]
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += Array(palette[numbers.below(palette.count)].utf8) }
    return Array(bytes.prefix(count))
}

/// States in which a scan can be between two bytes.
private func states(_ form: cscan_row_form) -> [cscan_row_scan] {
    var start = cscan_row_scan()
    (start.form, start.rows, start.limit) = (form, 1, .max)
    var inContent = start
    inContent.has_content = true
    if form == cscan_rows_lines { return [start, inContent] }
    var inString = inContent
    inString.quote = 0x22
    var escaped = inString
    escaped.is_escaped = true
    var nested = inContent
    nested.depth = 2
    var deep = inString
    deep.depth = 1
    return [start, inContent, inString, escaped, nested, deep]
}

@Test(arguments: 0..<200)
func everyLevelFindsTheRowsOfTheScalarOne(seed: Int) {
    let alignment = seed % 67
    let bytes = text(seed: seed, count: 400 + alignment)
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for start in forms.flatMap(states) {
            for limit in [2, 3, 5, 40, 66, Int.max] {
                var start = start
                start.limit = limit
                for count in [1, 63, 64, 65, 128, 200, 400] {
                    let expected = Outcome(cscan_level_scalar, base + alignment, count, start)
                    for level in levels {
                        #expect(Outcome(level, base + alignment, count, start) == expected, "\(level) \(start)")
                    }
                }
            }
        }
    }
}

/// Every text of three bytes that matter stands at every place around the seam of two words.
@Test func threeBytesOfRowsAreReadAlikeAtEverySeam() {
    let special: [UInt8] = [0x22, 0x5C, 0x2C, 0x7B, 0x7D, 0x5D, 0x0A, 0x61]
    for filling: UInt8 in [0x61, 0x20] {
        var bytes = [UInt8](repeating: filling, count: 130)
        for number in 0..<512 {
            let three = [special[number % 8], special[number / 8 % 8], special[number / 64]]
            for place in [0, 61, 62, 63, 64, 126] {
                bytes.replaceSubrange(place..<place + 3, with: three)
                for start in forms.flatMap(states) {
                    let expected = Outcome(cscan_level_scalar, bytes, 130, start)
                    for level in levels { #expect(Outcome(level, bytes, 130, start) == expected, "\(level)") }
                }
                bytes.replaceSubrange(place..<place + 3, with: [filling, filling, filling])
            }
        }
    }
}

extension cscan_row_guess {
    fileprivate var facts: String { "\(is_in_string) \(depth) \(lowest) \(commas) \(first) \(openings) \(has_feed)" }
}

private func span(_ level: cscan_level, _ bytes: UnsafePointer<UInt8>, _ parts: [Int]) -> String {
    var span = cscan_row_span()
    for part in parts { cscan_span_at(level, bytes + span.count, part, &span) }
    return "\(span.outside.facts), \(span.inside.facts), \(span.count) \(span.is_escaped) \(span.last) \(span.has_last)"
}

@Test(arguments: 0..<400)
func everyLevelSpansAsTheScalarOne(seed: Int) {
    let alignment = seed % 67
    let bytes = text(seed: seed, count: 400 + alignment)
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        for parts in [[1], [63], [64], [65], [128], [400], [10, 64, 1, 128, 197], [128, 272]] {
            let expected = span(cscan_level_scalar, base + alignment, parts)
            #expect(span(cscan_level_scalar, base + alignment, [parts.reduce(0, +)]) == expected)
            for level in levels { #expect(span(level, base + alignment, parts) == expected, "\(level)") }
        }
    }
}
