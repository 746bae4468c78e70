import Synchronization

/// The kind of an element, within its category: an open set. A layout may define its own kinds; the code that defines one
/// registers how it is painted.
///
/// A kind is a small integer behind a name, so that thousands of attributes a frame compare and copy as plain values.
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

    /// The rank of the kind in paint order among elements of one place.
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
    /// Neighbouring items that are each too narrow to show, as one element; its item is the first of them.
    public static var aggregate: ElementKind { ElementKind(builtIn: 8) }
    /// The header of neighbouring columns, over theirs.
    public static var groupHeader: ElementKind { ElementKind(builtIn: 9) }
}

/// The identity of one thing that a layout places.
///
/// Like an index path, unlike a view: it says which datum (cell), which stand-in for data (supplementary) or which
/// ornament (decoration) is meant, and nothing of where it is.
public struct Element: Sendable, Hashable {
    public enum Category: UInt8, Sendable, Hashable {
        /// Data.
        case cell
        /// Stands for data but is no cell: headers, footers, the corner.
        case supplementary
        /// Carries no data: separators, bands, shadows, rings.
        case decoration
    }

    public var category: Category
    public var kind: ElementKind
    /// The section; in a sheet, the row. For a decoration, its number, or the section of what it decorates.
    public var section: Int
    /// The item in the section; in a sheet, the column. For a decoration, the piece of it that it is, from 0, or the first
    /// item of what it decorates.
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

    /// A decoration, or one piece of it where others are left out.
    public static func decoration(_ kind: ElementKind, number: Int, piece: Int = 0) -> Element {
        Element(category: .decoration, kind: kind, section: number, item: piece)
    }
}
