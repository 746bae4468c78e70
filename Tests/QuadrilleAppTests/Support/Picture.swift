/// What a test asks of a PNG file: its size, and the colours of its pixels.
struct Picture: Equatable {
    let width: Int
    let height: Int
    private let pixels: [UInt8]

    /// Decodes a PNG with ImageMagick, which the window's tests need as well.
    init(_ path: String) throws {
        let outcome = try Program.shell("identify -format '%w %h ' \"$1\" && convert \"$1\" -depth 8 rgb:-", [path])
        let parts = outcome.output.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let numbers = parts.prefix(2).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        width = numbers.first ?? 0
        height = numbers.last ?? 0
        pixels = parts.count == 3 ? Array(parts[2]) : []
    }

    /// How many colours there are; 1 is a blank picture.
    var colorCount: Int {
        var colors: Set<UInt32> = []
        for index in stride(from: 0, to: pixels.count - 2, by: 3) {
            colors.insert(UInt32(pixels[index]) << 16 | UInt32(pixels[index + 1]) << 8 | UInt32(pixels[index + 2]))
        }
        return colors.count
    }

    /// From 0, black, to 255, white.
    var meanBrightness: Int { pixels.isEmpty ? 0 : pixels.reduce(0) { $0 + Int($1) } / pixels.count }
}
