import Tabular

/// The text of a geometry in the binary form of GeoPackage: well-known text where that is short, or else only its kind.
///
/// The form is a header ("GP", version 0, flags, the id of a reference system, an envelope) before well-known binary (WKB).
struct GeometryText {
    /// Bytes of a blob by which its kind is known: the longest header, and the beginning of WKB.
    static let headBytes = 8 + 64 + 5
    /// Bytes of the longest text: as many as other blobs take with their digits and length.
    private static let longest = ShownBlob.shownBytes * 2 + 16
    /// The deepest nesting of collections.
    private static let deepest = 8
    /// The bytes of the smallest geometry: its byte order, its type and a count.
    private static let leastBytes = 9

    private let digits: UnsafeBufferPointer<UInt8>
    /// Bytes of the blob.
    private let count: Int
    private var index = 0
    private var isBigEndian = false
    private var text: [UInt8] = []

    /// Reads the blob of `count` bytes whose digits begin with `digits`; nil where it is no geometry, or a damaged one. Of a
    /// blob without all its digits only the kind is read.
    static func read(_ digits: UnsafeBufferPointer<UInt8>, count: Int) -> (kind: String, text: String?)? {
        // "GP" and version 0.
        guard digits.starts(with: "475000".utf8) else { return nil }
        var geometry = GeometryText(digits: digits, count: count)
        guard geometry.skipHeader() else { return nil }
        var head = geometry
        guard let type = head.type() else { return nil }
        guard digits.count / 2 >= count else { return (type.name, nil) }
        guard geometry.appendGeometry(within: nil, depth: 0), geometry.index == count else { return nil }
        return (type.name, geometry.isLong ? nil : String(decoding: geometry.text, as: UTF8.self))
    }

    private init(digits: UnsafeBufferPointer<UInt8>, count: Int) { (self.digits, self.count) = (digits, count) }

    private var isLong: Bool { text.count > Self.longest }

    // MARK: - Bytes

    private var left: Int { count - index }

    private mutating func byte() -> UInt8? {
        guard index < count, 2 * index + 1 < digits.count else { return nil }
        defer { index += 1 }
        return Self.value(digits[2 * index]) << 4 | Self.value(digits[2 * index + 1])
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit < 0x40 ? digit & 15 : digit &- 0x37 }

    /// The next `size` bytes, 8 or fewer, as a number.
    private mutating func number(_ size: Int) -> UInt64? {
        var number: UInt64 = 0
        for place in 0..<size {
            guard let byte = byte() else { return nil }
            number |= UInt64(byte) << (8 * UInt64(isBigEndian ? size - 1 - place : place))
        }
        return number
    }

    /// A count of parts that take at least `size` bytes each; nil where there cannot be as many.
    private mutating func count(ofPartsOf size: Int) -> Int? {
        guard let number = number(4), Int(number) <= left / size else { return nil }
        return Int(number)
    }

    /// Skips the header; false where it is none.
    private mutating func skipHeader() -> Bool {
        index = 3
        // Reserved bits, and the one of geometries in other forms, are 0. The byte order is only that of the header.
        guard let flags = byte(), flags & 0xE0 == 0 else { return false }
        let envelopes = [0, 32, 48, 48, 64]
        let envelope = Int(flags >> 1 & 7)
        guard envelopes.indices.contains(envelope) else { return false }
        index = 8 + envelopes[envelope]
        return index < count
    }

    // MARK: - Geometries

    private enum Shape: Int {
        case point = 1
        case line, polygon, points, lines, polygons, collection

        var name: String {
            switch self {
            case .point: "POINT"
            case .line: "LINESTRING"
            case .polygon: "POLYGON"
            case .points: "MULTIPOINT"
            case .lines: "MULTILINESTRING"
            case .polygons: "MULTIPOLYGON"
            case .collection: "GEOMETRYCOLLECTION"
            }
        }

        /// The shape of all parts; nil where they may have any.
        var part: Shape? {
            switch self {
            case .points: .point
            case .lines: .line
            case .polygons: .polygon
            case .point, .line, .polygon, .collection: nil
            }
        }
    }

    private struct GeometryType {
        let shape: Shape
        let hasZ: Bool
        let hasM: Bool

        /// The type with a number of WKB: thousands, or in an older form the highest bits, tell the coordinates of a point.
        init?(_ number: UInt64) {
            let plain = number & 0x3FFF_FFFF
            guard let shape = Shape(rawValue: Int(plain % 1000)), plain < 4000 else { return nil }
            let (thousands, bits) = (plain / 1000, number >> 30)
            guard thousands == 0 || bits == 0 else { return nil }
            self.shape = shape
            (hasZ, hasM) = (thousands & 1 > 0 || bits & 2 > 0, thousands & 2 > 0 || bits & 1 > 0)
        }

        var name: String {
            let more = (hasZ ? "Z" : "") + (hasM ? "M" : "")
            return more.isEmpty ? shape.name : "\(shape.name) \(more)"
        }

        var pointBytes: Int { 8 * (2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0)) }

        func allows(_ part: GeometryType) -> Bool {
            (hasZ, hasM) == (part.hasZ, part.hasM) && (shape.part == nil || shape.part == part.shape)
        }
    }

    /// The type of the geometry that begins here, whose byte order is that of the numbers from here on.
    private mutating func type() -> GeometryType? {
        guard let order = byte(), order < 2 else { return nil }
        isBigEndian = order == 0
        return number(4).flatMap { GeometryType($0) }
    }

    /// Appends the geometry that begins here, a part of `whole` if given; false where it is damaged.
    private mutating func appendGeometry(within whole: GeometryType?, depth: Int) -> Bool {
        guard depth < Self.deepest, let type = type(), whole.map({ $0.allows(type) }) ?? true else { return false }
        // The parts of a collection have names.
        if whole?.shape.part == nil {
            append(type.name)
            append(" ")
        }
        switch type.shape {
        case .point: return appendPoint(type)
        case .line: return appendPoints(type)
        case .polygon: return appendParts(of: 4) { $0.appendPoints(type) }
        case .points, .lines, .polygons, .collection:
            return appendParts(of: Self.leastBytes) { geometry in
                let order = geometry.isBigEndian
                defer { geometry.isBigEndian = order }
                return geometry.appendGeometry(within: type, depth: depth + 1)
            }
        }
    }

    /// Appends a count of parts that take at least `size` bytes each; `part` appends one, and returns false where it is damaged.
    private mutating func appendParts(of size: Int, _ part: (inout GeometryText) -> Bool) -> Bool {
        guard let count = count(ofPartsOf: size) else { return false }
        if count == 0 { append("EMPTY") }
        for number in 0..<count {
            append(number == 0 ? "(" : ", ")
            guard part(&self) else { return false }
        }
        if count > 0 { append(")") }
        return true
    }

    private mutating func appendPoints(_ type: GeometryType) -> Bool {
        guard let count = count(ofPartsOf: type.pointBytes) else { return false }
        if count == 0 { append("EMPTY") }
        let end = index + count * type.pointBytes
        for number in 0..<count where !isLong {
            append(number == 0 ? "(" : ", ")
            guard let coordinates = coordinates(type) else { return false }
            append(coordinates)
        }
        if count > 0 { append(")") }
        index = end
        return true
    }

    private mutating func appendPoint(_ type: GeometryType) -> Bool {
        guard let coordinates = coordinates(type) else { return false }
        if coordinates.allSatisfy(\.isNaN) {
            append("EMPTY")
        } else {
            append("(")
            append(coordinates)
            append(")")
        }
        return true
    }

    private mutating func coordinates(_ type: GeometryType) -> [Double]? {
        var coordinates: [Double] = []
        for _ in 0..<(type.pointBytes / 8) {
            guard let bits = number(8) else { return nil }
            coordinates.append(Double(bitPattern: bits))
        }
        return coordinates
    }

    // MARK: - Text

    /// Appends to a text that is not too long already.
    private mutating func append(_ more: String) {
        if !isLong { text.append(contentsOf: more.utf8) }
    }

    private mutating func append(_ coordinates: [Double]) {
        append(coordinates.map { $0.isNaN ? "NaN" : $0.exactText }.joined(separator: " "))
    }
}
