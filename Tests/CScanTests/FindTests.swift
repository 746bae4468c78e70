import CScan
import Testing

/// Where `needle` stands in `bytes`, a place at a time.
private func slowPlaces(_ needle: [UInt8], in bytes: [UInt8], ignoringCase: Bool) -> [UInt32] {
    guard !needle.isEmpty else { return [] }
    func folded(_ byte: UInt8) -> UInt8 { ignoringCase && (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
    return bytes.indices.filter { place in
        place + needle.count <= bytes.count
            && needle.indices.allSatisfy { folded(bytes[place + $0]) == folded(needle[$0]) }
    }.map { UInt32($0) }
}

/// Finds with a level, `room` places at a time.
private func places(
    _ level: cscan_level, _ needle: [UInt8], _ pair: (Int, Int), in bytes: UnsafeBufferPointer<UInt8>,
    ignoringCase: Bool, room: Int
) -> [UInt32] {
    needle.withUnsafeBufferPointer { needle -> [UInt32] in
        guard let text = needle.baseAddress, let base = bytes.baseAddress else { return [] }
        var wanted = cscan_needle(
            bytes: text, count: needle.count, first: pair.0, second: pair.1, ignores_case: ignoringCase)
        var (all, from) = ([UInt32](), 0)
        // One more than there is room for, which nobody may touch.
        var some = [UInt32](repeating: 0xABCD, count: room + 1)
        while from < bytes.count {
            let found = cscan_find_at(level, base, bytes.count, &wanted, &from, &some, room)
            #expect(some[room] == 0xABCD)
            all += some.prefix(found)
        }
        return all
    }
}

private struct Text {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    /// Few different bytes, so that much of a needle stands in many places.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let palette: [UInt8] = [0x61, 0x61, 0x41, 0x62, 0x42, 0x40, 0x60, 0xE1, 0xC1, 0x0A]
        return (0..<count).map { _ in palette[next(palette.count)] }
    }
}

@Test(arguments: levels, [false, true])
func everyLevelFindsWhatTheObviousSearchFinds(level: cscan_level, ignoringCase: Bool) {
    var text = Text(state: 7)
    for round in 0..<120 {
        let all = text.bytes(64 + text.next(300))
        let alignment = round % 64
        let length = 1 + text.next(round % 5 == 0 ? 80 : 4)
        var needle = text.bytes(length)
        // As long as the bytes too, and longer.
        if round % 3 == 0 { needle = Array(all[alignment...].prefix(length)) }
        if ignoringCase { needle = needle.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
        let pair = (text.next(needle.count), text.next(needle.count))
        all.withUnsafeBufferPointer { buffer in
            let part = UnsafeBufferPointer(rebasing: buffer[alignment...])
            let expected = slowPlaces(needle, in: Array(part), ignoringCase: ignoringCase)
            for room in [64, 100, 400] {
                let found = places(level, needle, pair, in: part, ignoringCase: ignoringCase, room: room)
                #expect(found == expected, "round \(round)")
            }
        }
    }
}

@Test(arguments: levels, [1, 3, 7, 8, 9, 17])
func aFewNeedlesAreFoundInMuchText(level: cscan_level, length: Int) {
    var text = Text(state: UInt64(length))
    for round in 0..<60 {
        // Nearly all steps of several words have nothing, and now and then one has much.
        var bytes = [UInt8](repeating: 0x2E, count: 900 + text.next(900))
        let needle = (0..<length).map { _ in 0x61 + UInt8(text.next(3)) }
        for _ in 0..<text.next(6) {
            let start = text.next(bytes.count - 2 * length - 40)
            for step in 0..<(text.next(4) == 0 ? 40 : 1) {
                let place = start + min(step, 40 - length % 2)
                bytes.replaceSubrange(place..<place + length, with: needle)
            }
        }
        // Beginnings of it stand there too, at the end as well.
        for _ in 0..<3 { bytes[text.next(bytes.count)] = needle[0] }
        bytes[bytes.count - 1] = needle[0]
        let pair = (text.next(length), text.next(length))
        let expected = slowPlaces(needle, in: bytes, ignoringCase: false)
        for room in [64, 300, 2000] {
            let found = bytes.withUnsafeBufferPointer {
                places(level, needle, pair, in: $0, ignoringCase: false, room: room)
            }
            #expect(found == expected, "round \(round)")
        }
    }
}

@Test(arguments: levels)
func aNeedleIsFoundWhereverItStands(level: cscan_level) {
    let needle = Array("needle".utf8)
    for count in [6, 7, 63, 64, 69, 70, 130] {
        for place in 0...count - needle.count {
            var bytes = [UInt8](repeating: 0x2E, count: count)
            bytes.replaceSubrange(place..<place + needle.count, with: needle)
            let found = bytes.withUnsafeBufferPointer {
                places(level, needle, (1, 4), in: $0, ignoringCase: false, room: 64)
            }
            #expect(found == [UInt32(place)])
        }
    }
}

/// Few different bytes, every quote of which opens a field, closes it or is doubled.
private func evenlyQuoted(_ text: inout Text, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
        let plain = (0..<text.next(20)).map { _ in [0x61, 0x62][text.next(2)] as UInt8 }
        if text.next(3) == 0 {
            bytes.append(0x22)
            for byte in plain {
                bytes +=
                    text.next(4) == 0 ? [0x22, 0x22] : text.next(4) == 0 ? [0x2C] : text.next(8) == 0 ? [0x0A] : [byte]
            }
            bytes.append(0x22)
        } else {
            bytes += plain
        }
        bytes += text.next(4) == 0 ? (text.next(2) == 0 ? [0x0A] : [0x0D, 0x0A]) : [0x2C]
    }
    return bytes
}

@Test(arguments: levels, 0..<60)
func fieldsWithPlacesAreCountedOnce(level: cscan_level, seed: Int) {
    var text = Text(state: UInt64(seed))
    let bytes = evenlyQuoted(&text, [20, 64, 200, 9000, 4096][seed % 5])
    for quotes in [true, false] {
        // The number of the field of each byte; a separator's is none.
        var (fields, field, isQuoted) = ([Int?](), 0, false)
        for byte in bytes {
            if byte == 0x22 && quotes { isQuoted.toggle() }
            let ends = !isQuoted && [0x2C, 0x0A, 0x0D].contains(byte)
            fields.append(ends ? nil : field)
            if ends { field += 1 }
        }
        let places = bytes.indices.filter { fields[$0] != nil && text.next([2, 30, 300][seed % 3]) == 0 }.map {
            UInt32($0)
        }
        let dialect = cscan_dialect(delimiter: 0x2C, quote: 0x22, is_quoting: quotes)
        let expected = Set(places.compactMap { fields[Int($0)] }).count
        #expect(cscan_fields_with_at(level, bytes, bytes.count, dialect, places, places.count) == expected)
    }
}
