import Synchronization

/// The kind of an element, within its category: an open set. A layout may define its own kinds; the code that defines one
/// registers its painter.
///
/// A kind is a small integer with a name, so that thousands of attributes a frame are compared and copied as plain values.
public struct ElementKind: Sendable, Hashable, CustomStringConvertible {
    private let number: UInt16

    private static let names = Mutex<[String]>(builtIn)
    private static let builtIn = [
        "cell", "rowHeader", "columnHeader", "corner", "separator", "columnSeparator", "freezeShadow",
        "sectionHeader", "aggregate", "groupHeader",
    ]

    /// The kind named `name`: the same name always gives the same kind. O(kinds).
    public init(_ name: String) {
        number = Self.names.withLock { names in
            if let known = names.firstIndex(of: name) { return UInt16(known) }
            names.append(name)
            return UInt16(names.count - 1)
        }
    }

    private init(builtIn number: UInt16) { self.number = number }

    /// The rank of the kind in paint order among elements with the same section and item.
    var order: Int { Int(number) }

    public var name: String { Self.names.withLock { $0[Int(number)] } }
    public var description: String { name }

    public static var cell: ElementKind { ElementKind(builtIn: 0) }
    public static var rowHeader: ElementKind { ElementKind(builtIn: 1) }
    public static var columnHeader: ElementKind { ElementKind(builtIn: 2) }
    public static var corner: ElementKind { ElementKind(builtIn: 3) }
    /// A line between two rows.
    public static var separator: ElementKind { ElementKind(builtIn: 4) }
    /// A line between two columns.
    public static var columnSeparator: ElementKind { ElementKind(builtIn: 5) }
    /// The shadow at a freeze line while content lies under it.
    public static var freezeShadow: ElementKind { ElementKind(builtIn: 6) }
    public static var sectionHeader: ElementKind { ElementKind(builtIn: 7) }
    /// Adjacent items that are each too narrow to show, as one element; its item is the first of them.
    public static var aggregate: ElementKind { ElementKind(builtIn: 8) }
    /// The header above adjacent columns.
    public static var groupHeader: ElementKind { ElementKind(builtIn: 9) }
}

/// The identity of an element of a layout.
///
/// Like an index path, and unlike a view: it identifies a datum (cell), a stand-in for data (supplementary) or an ornament
/// (decoration), but not its position.
public struct Element: Sendable, Hashable {
    public enum Category: UInt8, Sendable, Hashable {
        /// Data.
        case cell
        /// Represents data without being a cell: headers, footers, the corner.
        case supplementary
        /// Carries no data: separators, bands, shadows, rings.
        case decoration
    }

    public var category: Category
    public var kind: ElementKind
    /// The section; in a sheet, the row. For a decoration, its number, or the section of the decorated element.
    public var section: Int
    /// The item in the section; in a sheet, the column. For a decoration, the index of its piece, from 0, or the first item of
    /// the decorated element.
    public var item: Int

    public init(category: Category, kind: ElementKind, section: Int, item: Int) {
        self.category = category
        self.kind = kind
        self.section = section
        self.item = item
    }

    public static func cell(section: Int, item: Int) -> Element {
        Element(category: .cell, kind: .cell, section: section, item: item)
    }

    public static func supplementary(_ kind: ElementKind, section: Int = 0, item: Int = 0) -> Element {
        Element(category: .supplementary, kind: kind, section: section, item: item)
    }

    /// A decoration, or one piece of it where other elements interrupt it.
    public static func decoration(_ kind: ElementKind, number: Int, piece: Int = 0) -> Element {
        Element(category: .decoration, kind: kind, section: number, item: piece)
    }
}
