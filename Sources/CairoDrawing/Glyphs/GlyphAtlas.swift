import CCairo
import CPixels
import QuadrilleRuntime

/// The pictures of glyphs, each rasterized once by Cairo with the font's options: gray, by subpixels, or in its own colors.
///
/// Bounded by bytes: a full atlas is emptied between two frames.
final class GlyphAtlas {
    /// Changes when the atlas is emptied: picture numbers are valid for one version.
    private(set) var version = Version()
    /// The pictures, by their numbers.
    private(set) var images: [cpixels_image] = []
    private var known: [Key: UInt32] = [:]
    private var chunks: [UnsafeMutableRawBufferPointer] = []
    /// The free part of the last chunk.
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var byteCount = 0
    private let byteCapacity: Int
    private static let chunkSize = 1 << 18
    /// The largest side of a glyph; a larger one is cut, as no row is as high.
    private static let sideLimit = 2048

    private struct Key: Hashable {
        var font: UnsafeMutablePointer<PangoFont>
        var glyph: UInt32
    }

    init(byteCapacity: Int = 1 << 22) {
        self.byteCapacity = byteCapacity
    }

    deinit { removeAll() }

    /// Empties a full atlas.
    func beginFrame() {
        guard byteCount > byteCapacity else { return }
        removeAll()
        version.advance()
    }

    private func removeAll() {
        for key in known.keys { key.font.letGo() }
        known.removeAll(keepingCapacity: true)
        images.removeAll(keepingCapacity: true)
        for chunk in chunks { chunk.deallocate() }
        chunks.removeAll()
        room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        byteCount = 0
    }

    /// The number of a glyph's picture, which is rasterized at its first use.
    func image(of glyph: UInt32, _ font: UnsafeMutablePointer<PangoFont>) -> UInt32 {
        let key = Key(font: font, glyph: glyph)
        if let number = known[key] { return number }
        // Retained, since its address is the key and must not be reused.
        font.keep()
        let number = UInt32(images.count)
        let raster = withFonts { Raster(glyph, font, sideLimit: Self.sideLimit) }
        images.append(raster.map { store($0) } ?? cpixels_image())
        known[key] = number
        return number
    }

    private func store(_ raster: Raster) -> cpixels_image {
        let ink = raster.ink
        guard !ink.isEmpty else { return cpixels_image() }
        let unit = raster.kind == CPIXELS_GRAY ? 1 : 4
        let stride = (ink.width + 3) / 4 * 4
        let bytes = allocate(stride * ink.height * unit)
        for y in 0..<ink.height {
            for x in 0..<ink.width {
                let pixel = raster[ink.x + x, ink.y + y]
                let place = y * stride + x
                if unit == 1 {
                    bytes[place] = UInt8(pixel & 0xFF)
                } else {
                    bytes.storeBytes(of: pixel, toByteOffset: place * 4, as: UInt32.self)
                }
            }
        }
        return cpixels_image(
            pixels: UnsafeRawPointer(bytes.baseAddress), left: Int16(clamping: raster.left + ink.x),
            top: Int16(clamping: raster.top + ink.y), width: UInt16(ink.width), height: UInt16(ink.height),
            stride: UInt16(stride), kind: UInt8(raster.kind.rawValue))
    }

    /// Allocates zeroed bytes at a stable address, aligned to four.
    private func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let count = (count + 3) / 4 * 4
        if room.count < count {
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, Self.chunkSize), alignment: 16)
            chunk.initializeMemory(as: UInt8.self, repeating: 0)
            chunks.append(chunk)
            room = chunk
        }
        byteCount += count
        defer { room = UnsafeMutableRawBufferPointer(rebasing: room.dropFirst(count)) }
        return UnsafeMutableRawBufferPointer(rebasing: room.prefix(count))
    }
}
