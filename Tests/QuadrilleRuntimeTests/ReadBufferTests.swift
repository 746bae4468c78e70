import Testing

@testable import QuadrilleRuntime

@Suite struct ReadBufferTests {
    @Test(arguments: [0, 1, 63, 64, 4095, 1 << 16])
    func itBeginsOnItsBoundaryAndHoldsAllItsBytes(count: Int) throws {
        let buffers = (0..<9).map { _ in ReadBuffer(count: count) }
        for (number, buffer) in buffers.enumerated() {
            #expect(buffer.bytes.count == count)
            let base = try #require(buffer.bytes.baseAddress)
            #expect(Int(bitPattern: base) % 64 == 0)
            buffer.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(number))
        }
        for (number, buffer) in buffers.enumerated() {
            #expect(buffer.prefix(count).allSatisfy { $0 == UInt8(number) })
            #expect(buffer.prefix(count / 2).count == count / 2)
        }
    }
}
