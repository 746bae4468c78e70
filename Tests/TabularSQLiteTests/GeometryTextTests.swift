import SeededRandom
import Tabular
import Testing

@testable import TabularSQLite

/// A part of a geometry in well-known binary.
private enum Part {
    /// A byte order of its own, a type, and the rest.
    case geometry(UInt32, [Part])
    case count(UInt32)
    case numbers([Double])

    func bytes(isBigEndian: Bool) -> [UInt8] {
        func ordered(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { Array($0) }
        }
        switch self {
        case .geometry(let type, let parts):
            return [isBigEndian ? 0 : 1] + ordered(type) + parts.flatMap { $0.bytes(isBigEndian: isBigEndian) }
        case .count(let count): return ordered(count)
        case .numbers(let numbers): return numbers.flatMap { ordered($0.bitPattern) }
        }
    }
}

/// A blob of GeoPackage with `envelope`, a number of 0 to 4 of its kinds.
private func blob(_ part: Part, isBigEndian: Bool = false, envelope: Int = 0) -> [UInt8] {
    let flags = UInt8(envelope << 1) | (isBigEndian ? 0 : 1)
    let numbers = [0, 4, 6, 6, 8][envelope]
    return Array("GP".utf8) + [0, flags] + Part.count(4326).bytes(isBigEndian: isBigEndian)
        + Part.numbers((0..<numbers).map(Double.init)).bytes(isBigEndian: isBigEndian)
        + part.bytes(isBigEndian: isBigEndian)
}

/// The text on the screen for `bytes`.
private func shown(_ bytes: [UInt8]) -> String {
    var digits = CellBuffer(columnCount: 1)
    bytes.withUnsafeBufferPointer { digits.append(hexadecimal: $0) }
    return digits.bytes.withUnsafeBufferPointer { ShownBlob.text($0, count: bytes.count) }
}

private func point(_ type: UInt32, _ numbers: Double...) -> Part { .geometry(type, [.numbers(numbers)]) }

private func line(_ type: UInt32, _ numbers: [Double]) -> Part {
    .geometry(type, [.count(UInt32(numbers.count / (type > 1000 ? 3 : 2))), .numbers(numbers)])
}

private let square = Part.geometry(3, [.count(1), .count(4), .numbers([0, 0, 0, 1, 1, 1, 0, 0])])

private let geometries: [(part: Part, text: String)] = [
    (point(1, 8.54, 47.37), "POINT (8.54 47.37)"),
    (point(1001, 8.54, -47.37, 1e21), "POINT Z (8.54 -47.37 1e+21)"),
    (point(2001, 0.1 + 0.2, -0.0, 5), "POINT M (0.30000000000000004 -0 5)"),
    (point(3001, 1, 2, 3, 4.5), "POINT ZM (1 2 3 4.5)"),
    (point(0x8000_0001, 1, 2, 3), "POINT Z (1 2 3)"),
    (point(0xC000_0001, 1, 2, 3, 4), "POINT ZM (1 2 3 4)"),
    (point(1, .nan, .nan), "POINT EMPTY"),
    (point(1001, .nan, .nan, .nan), "POINT Z EMPTY"),
    (point(1, .nan, .infinity), "POINT (NaN Infinity)"),
    (line(2, [1, 2, 3, 4]), "LINESTRING (1 2, 3 4)"),
    (line(1002, [1, 2, 3, 4, 5, 6]), "LINESTRING Z (1 2 3, 4 5 6)"),
    (line(2, []), "LINESTRING EMPTY"),
    (square, "POLYGON ((0 0, 0 1, 1 1, 0 0))"),
    (.geometry(3, [.count(2), .count(1), .numbers([1, 2]), .count(0)]), "POLYGON ((1 2), EMPTY)"),
    (.geometry(3, [.count(0)]), "POLYGON EMPTY"),
    (.geometry(4, [.count(2), point(1, 1, 2), point(1, .nan, .nan)]), "MULTIPOINT ((1 2), EMPTY)"),
    (
        .geometry(5, [.count(2), line(2, [1, 2, 3, 4]), line(2, [5, 6, 7, 8])]),
        "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))"
    ),
    (.geometry(6, [.count(1), square]), "MULTIPOLYGON (((0 0, 0 1, 1 1, 0 0)))"),
    (
        .geometry(7, [.count(2), point(1, 1, 2), .geometry(7, [.count(1), line(2, [1, 2, 3, 4])])]),
        "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (1 2, 3 4)))"
    ),
    (.geometry(3007, [.count(0)]), "GEOMETRYCOLLECTION ZM EMPTY"),
]

struct GeometryTextTests {
    @Test(arguments: [false, true], 0...4) func shortGeometryIsText(isBigEndian: Bool, envelope: Int) {
        for (part, text) in geometries {
            #expect(shown(blob(part, isBigEndian: isBigEndian, envelope: envelope)) == text)
        }
    }

    /// The orders of the header and of the parts are their own.
    @Test func everyPartHasItsByteOrder() {
        let head = Array(blob(square, isBigEndian: true, envelope: 1).prefix(40))
        #expect(shown(head + square.bytes(isBigEndian: false)) == "POLYGON ((0 0, 0 1, 1 1, 0 0))")
        let parts = [point(1, 1, 2).bytes(isBigEndian: false), point(1, 3, 4).bytes(isBigEndian: true)]
        for order in [false, true] {
            let whole = Part.geometry(4, [.count(2)]).bytes(isBigEndian: order)
            #expect(shown(head + whole + parts[0] + parts[1]) == "MULTIPOINT ((1 2), (3 4))")
        }
    }

    @Test func longGeometryIsKindAndSize() {
        func ring(_ count: Int) -> Part {
            .geometry(1003, [.count(1), .count(UInt32(count)), .numbers([Double](repeating: 0.125, count: 3 * count))])
        }
        #expect(shown(blob(ring(500), envelope: 1)) == "POLYGON Z · 12 kB")
        #expect(shown(blob(ring(10))) == "POLYGON Z · 261 bytes")
        #expect(shown(blob(ring(50_000))) == "POLYGON Z · 1 MB")
        let many = [Part](repeating: square, count: 9)
        #expect(shown(blob(.geometry(6, [.count(9)] + many))) == "MULTIPOLYGON · 710 bytes")
        // Damaged behind the end of the text.
        #expect(shown(blob(.geometry(6, [.count(9)] + many.dropLast() + [point(1, 1, 2)]))).hasPrefix("x'47500001"))
        #expect(shown(Array(blob(ring(500)).dropLast())).hasPrefix("x'47500001"))
    }

    @Test func damagedGeometryIsShownAsABlob() {
        func nested(_ depth: Int) -> Part {
            depth == 0 ? point(1, 1, 2) : .geometry(7, [.count(1), nested(depth - 1)])
        }
        let nest = Part.geometry(7, [.count(1)]).bytes(isBigEndian: false)
        let deep =
            Array(blob(nested(0)).prefix(8)) + (0..<100_000).flatMap { _ in nest } + nested(0).bytes(isBigEndian: false)
        var damaged = [
            blob(nested(8)), deep, blob(point(0, 1, 2)), blob(point(8, 1, 2)), blob(point(4001, 1, 2)),
            blob(point(0x2000_0001, 1, 2)), blob(point(0x8000_03E9, 1, 2, 3)), blob(point(0xFFFF_FFFF, 1, 2)),
            blob(.geometry(2, [.count(.max), .numbers([1, 2])])), blob(.geometry(3, [.count(.max)])),
            blob(.geometry(7, [.count(.max)])), blob(.geometry(4, [.count(1), line(2, [1, 2])])),
            blob(.geometry(1007, [.count(1), point(1, 1, 2)])), blob(point(1, 1, 2)) + [0],
        ]
        for (index, byte) in [(0, 0x67), (2, 1), (3, 0x0B), (3, 0x21), (3, 0x41), (8, 2)] as [(Int, UInt8)] {
            var bytes = blob(point(1, 1, 2))
            bytes[index] = byte
            damaged.append(bytes)
        }
        for (part, _) in geometries {
            let bytes = blob(part, envelope: 1)
            damaged += bytes.indices.map { Array(bytes.prefix($0)) }
        }
        for bytes in damaged { #expect(shown(bytes).hasPrefix("x'")) }
        #expect(shown(blob(nested(7))) == "GEOMETRYCOLLECTION · 92 bytes")
    }

    @Test func changedGeometryIsTextOrABlob() {
        var random = SplitMix64(seed: 35)
        var geometryCount = 0
        for _ in 0..<2000 {
            let part = random.pick(geometries).part
            var bytes = blob(part, isBigEndian: random.oneIn(2), envelope: random.int(0...4))
            for _ in 0..<random.int(1...4) {
                switch random.int(0...3) {
                case 0: bytes.removeSubrange(random.range(in: bytes.count))
                case 1: bytes.insert(contentsOf: bytes[random.range(in: bytes.count)], at: random.int(0...bytes.count))
                default:
                    guard !bytes.isEmpty else { continue }
                    bytes[random.int(0...bytes.count - 1)] = UInt8(
                        random.pick([0, 1, 2, 7, 127, 255, random.int(0...255)]))
                }
            }
            let text = shown(bytes)
            let digits =
                "x'" + bytes.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
            let isGeometry = ["POINT", "LINE", "POLY", "MULTI", "GEO"].contains { text.hasPrefix($0) }
            geometryCount += isGeometry ? 1 : 0
            #expect(isGeometry ? text.utf8.count <= 80 : text.hasPrefix(digits), "\(bytes)")
        }
        #expect((100..<1900).contains(geometryCount))
    }

    /// The value stays; of a long one only the beginning is read.
    @Test func geometriesOfATableAreShown() throws {
        let folder = try TestFolder()
        let path = folder.path("map.gpkg")
        try Python.run(
            """
            import sqlite3, struct, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(id integer primary key, geom blob)')
            def line(n): return struct.pack('<2sBBi', b'GP', 0, 1, 4326) + struct.pack('<BII', 1, 2, n) + bytes(16 * n)
            c.executemany('insert into t values(null, ?)', [(line(2),), (line(200000),)])
            c.commit()
            """, path)
        let database = try OpenDatabase(path)
        let texts = ["LINESTRING (0 0, 0 0)", "LINESTRING · 3 MB"]
        #expect(try database.cells("t", RecordRequest(form: .shown)).map { $0[1].text } == texts)
        let values = try database.cells("t").map { $0[1].text }
        #expect(values[0].hasPrefix("47500001E6100000010200000002") && values.map(\.count) == [98, 6_400_034])
        let source = try database.source("t")
        source.waitUntilComplete()
        source.want([CellRange(rows: 0..<2, columns: 0..<2)])
        let block = try #require(
            source.wait { $0.cells.block(row: 1, column: 1) != nil }.cells.block(row: 1, column: 1))
        #expect((0..<2).map { block.text(row: $0, column: 1) } == texts)
    }
}
