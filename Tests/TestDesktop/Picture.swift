import Glibc

/// A rectangle of device pixels on the screen.
package struct PixelRect: Sendable, Equatable {
    package var minX: Int
    package var minY: Int
    package var maxX: Int
    package var maxY: Int

    package init(x: Range<Int>, y: Range<Int>) {
        (minX, maxX, minY, maxY) = (x.lowerBound, x.upperBound, y.lowerBound, y.upperBound)
    }

    package var width: Int { maxX - minX }
    package var height: Int { maxY - minY }
    package var midX: Int { (minX + maxX) / 2 }
    package var midY: Int { (minY + maxY) / 2 }

    /// The rectangle without so much at each of its sides.
    package func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> PixelRect {
        PixelRect(
            x: minX + left..<max(minX + left, maxX - right), y: minY + top..<max(minY + top, maxY - bottom))
    }
}

/// What was on the screen at a moment: 32 bits a pixel, rows from the top.
package struct Picture: Sendable {
    package let width: Int
    package let height: Int
    private let pixels: [UInt32]

    /// Reads the frame buffer that Xvfb keeps in a file, as `xwd` lays it out (X11/XWDFile.h): big-endian words of a
    /// header, a colour map of 12 bytes an entry, and the pixels.
    init(framebuffer path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw DesktopError("Xvfb made no frame buffer at \(path)") }
        defer { close(file) }
        var header = [UInt32](repeating: 0, count: 25)
        guard pread(file, &header, 100, 0) == 100 else { throw DesktopError("\(path) has no header") }
        let words = header.map { Int(UInt32(bigEndian: $0)) }
        let (stride, start) = (words[12], words[0] + words[19] * 12)
        guard words[11] == 32, stride == words[4] * 4 else { throw DesktopError("\(path) is not in 32 bits a pixel") }
        (width, height) = (words[4], words[5])
        var pixels = [UInt32](repeating: 0, count: words[4] * words[5])
        try Self.fill(&pixels, of: path, file, at: start)
        self.pixels = pixels
    }

    /// Reads a picture of `width` pixels a row, 32 bits each in the machine's order, and nothing else.
    package init(pixels path: String, width: Int) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw DesktopError("there is no \(path)") }
        defer { close(file) }
        let count = Int(lseek(file, 0, SEEK_END)) / 4
        guard count > 0, count % width == 0 else { throw DesktopError("\(path) has no rows of \(width) pixels") }
        var pixels = [UInt32](repeating: 0, count: count)
        try Self.fill(&pixels, of: path, file, at: 0)
        (self.width, height, self.pixels) = (width, count / width, pixels)
    }

    /// Reads all pixels. One read may give fewer bytes than asked for, also in the middle of a file.
    private static func fill(_ pixels: inout [UInt32], of path: String, _ file: Int32, at start: Int) throws {
        let length = pixels.count * 4
        try pixels.withUnsafeMutableBytes { bytes in
            var filled = 0
            while filled < length {
                let count = pread(file, bytes.baseAddress.map { $0 + filled }, length - filled, off_t(start + filled))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else {
                    let reason = count < 0 ? String(cString: strerror(errno)) : "the file ends"
                    throw DesktopError("\(path) has \(filled) of \(length) bytes of pixels: \(reason)")
                }
                filled += count
            }
        }
    }

    /// The colour at a place, 0xRRGGBB.
    package subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] & 0xFF_FFFF }

    /// The smallest rectangle around all pixels of `rect` that are wanted, or nil where there are none.
    ///
    /// Only rows that `mayHave` some are looked at pixel by pixel, which takes a debug build a tenth of a second for a whole
    /// screen; the C library tells the others at once.
    package func bounds(
        in rect: PixelRect, ofRowsWith mayHave: (_ y: Int, _ columns: Range<Int>) -> Bool = { _, _ in true },
        where isWanted: (_ x: Int, _ y: Int) -> Bool
    ) -> PixelRect? {
        let left = min(width, max(0, rect.minX))
        let columns = left..<max(left, min(width, rect.maxX))
        var found: PixelRect?
        for y in stride(from: max(0, rect.minY), to: min(height, rect.maxY), by: 1) where mayHave(y, columns) {
            guard let first = columns.first(where: { isWanted($0, y) }),
                let last = columns.last(where: { isWanted($0, y) })
            else { continue }
            let old = found ?? PixelRect(x: first..<first, y: y..<y)
            found = PixelRect(x: min(old.minX, first)..<max(old.maxX, last + 1), y: old.minY..<y + 1)
        }
        return found
    }

    /// Where two pictures differ.
    package func difference(from other: Picture, in rect: PixelRect) -> PixelRect? {
        precondition(width == other.width && height == other.height, "pictures of one screen are of one size")
        return bounds(
            in: rect, ofRowsWith: { !isRow($0, $1, likeIn: other) }, where: { self[$0, $1] != other[$0, $1] })
    }

    private func isRow(_ y: Int, _ columns: Range<Int>, likeIn other: Picture) -> Bool {
        pixels.withUnsafeBufferPointer { own in
            other.pixels.withUnsafeBufferPointer { others in
                guard let own = own.baseAddress, let others = others.baseAddress else { return true }
                let start = y * width + columns.lowerBound
                return memcmp(own + start, others + start, columns.count * 4) == 0
            }
        }
    }

    /// Where a colour is.
    package func bounds(of color: UInt32, in rect: PixelRect) -> PixelRect? {
        bounds(in: rect, ofRowsWith: { mayHave(color, in: $0, $1) }, where: { self[$0, $1] == color })
    }

    /// Whether a row may have the colour: whether a byte of it is its lowest.
    private func mayHave(_ color: UInt32, in y: Int, _ columns: Range<Int>) -> Bool {
        pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return false }
            let row = UnsafeRawPointer(base + y * width + columns.lowerBound)
            return memchr(row, Int32(color & 0xFF), columns.count * 4) != nil
        }
    }

    /// How many colours there are: a blank place has one.
    package func colorCount(in rect: PixelRect) -> Int {
        var colors = Set<UInt32>()
        _ = bounds(in: rect) { x, y in
            colors.insert(self[x, y])
            return false
        }
        return colors.count
    }
}
