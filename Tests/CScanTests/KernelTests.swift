import CScan
import Testing

/// Bytes of which many are the ones looked for, from a fixed seed.
private func hostileBytes(count: Int, seed: UInt64) -> [UInt8] {
    let palette: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x00, 0x7F, 0x80, 0xFF, 0x61, 0x61, 0x61, 0x61]
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return palette[Int(state >> 33) % palette.count]
    }
}

@Test(arguments: 0..<17)
func everyKernelAgreesWithItsScalarTwinAtEveryAlignment(alignment: Int) {
    let bytes = hostileBytes(count: 200, seed: UInt64(alignment))
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let start = base + alignment
        for count in 0..<(buffer.count - alignment) {
            #expect(cscan_find3(start, count, 0x22, 0x0A, 0x0D) == cscan_find3_scalar(start, count, 0x22, 0x0A, 0x0D))
            #expect(
                cscan_find4(start, count, 0x22, 0x0A, 0x0D, 0xFF)
                    == cscan_find4_scalar(start, count, 0x22, 0x0A, 0x0D, 0xFF))
            #expect(cscan_count(start, count, 0x80) == cscan_count_scalar(start, count, 0x80))
            #expect(cscan_is_plain(start, count) == cscan_is_plain_scalar(start, count))
        }
    }
}

@Test(arguments: 0..<70)
func aLoneHitIsFoundWhereverItStands(place: Int) {
    var bytes = [UInt8](repeating: 0x61, count: 70)
    bytes[place] = 0x0A
    bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        #expect(cscan_find3(base, 70, 0x22, 0x0A, 0x0D) == place)
        #expect(cscan_find4(base, 70, 0x22, 0x2C, 0x0D, 0x0A) == place)
        #expect(cscan_count(base, 70, 0x0A) == 1)
    }
}

@Test(arguments: [UInt8(0), 0x80, 0xC3, 0xFF], 0..<40)
func oneByteThatIsNotPlainIsSeen(byte: UInt8, place: Int) {
    var bytes = [UInt8](repeating: 0x7F, count: 40)
    #expect(cscan_is_plain(bytes, 40))
    bytes[place] = byte
    #expect(!cscan_is_plain(bytes, 40))
}
