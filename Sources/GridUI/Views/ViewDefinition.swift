import Geometry
import GridLayout
import Translation

/// A view of a table: its name, its parameters and its layout.
///
/// Menus, the command line and saved states read the view registry; a view of your own is one more entry:
///
///     var registry = ViewRegistry.standard
///     registry.add(ViewDefinition(name: "spiral", title: "Spiral") { Spiral(content: $0.content) })
public struct ViewDefinition: Sendable {
    /// The meaning of the layout's elements.
    public enum Shape: Sendable, Hashable {
        /// Sections are rows of the table, items its columns.
        case cells
        /// All cells one after another in one section, as many per row as there are columns.
        case records
        /// Sections are groups of rows with the same value in a column, items the rows.
        case groups
    }

    /// Its name on the command line and in saved states.
    public let name: String
    /// Its name in menus.
    public var title: String { titled() }
    public let shape: Shape
    /// The columns that it uses; `group` is required, others are optional.
    public let roles: [ViewRole]
    /// The lengths that the user can set.
    public let parameters: [ViewParameter]
    /// The side of a group's items at which its header is: `.top` or `.leading`.
    public let headerEdge: Edges
    /// A Boolean value that indicates whether values and titles are centered in their columns.
    public let centersColumns: Bool
    /// A closure, since definitions may be created before the language is set.
    private let titled: @Sendable () -> String
    /// Nil for the sheet, which the model stores itself.
    let layout: (@Sendable (ViewInput) -> any CollectionLayout)?

    /// Calls `layout` whenever something in its input has changed; it must be fast.
    public init(
        name: String, title: @autoclosure @escaping @Sendable () -> String, shape: Shape = .cells,
        roles: [ViewRole] = [], parameters: [ViewParameter] = [],
        headerEdge: Edges = .top, centersColumns: Bool = false,
        layout: @escaping @Sendable (ViewInput) -> any CollectionLayout
    ) {
        self.name = name
        titled = title
        self.shape = shape
        self.roles = roles
        self.parameters = parameters
        self.headerEdge = headerEdge
        self.centersColumns = centersColumns
        self.layout = layout
    }

    private init(sheet name: String, title: @autoclosure @escaping @Sendable () -> String, parameters: [ViewParameter])
    {
        self.name = name
        titled = title
        shape = .cells
        roles = []
        self.parameters = parameters
        headerEdge = .top
        centersColumns = false
        layout = nil
    }

    static let sheet = ViewDefinition(
        sheet: "sheet", title: tr("Sheet", in: "view"),
        parameters: [
            .rowHeight, .columnWidth, .rowHeaderWidth, .columnHeaderHeight, .groupHeaderHeight, .separatorThickness,
        ])

    public var isSheet: Bool { layout == nil }
    public var isGrouped: Bool { shape == .groups }
}

/// The input of a view's layout.
public struct ViewInput: Sendable, Equatable {
    /// The sections and items of the view's shape.
    public var content = LayoutContent()
    /// The number of columns to show.
    public var columnCount = 0
    /// Content space: logical pixels before zoom.
    public var viewport = Size.zero
    /// The size of a device pixel in content space.
    public var devicePixel = 1.0
    public var pinsHeaders = true
    /// The sizes that measured texts require.
    public var texts = TextSizes()
    /// The lengths that the user chose.
    public var parameters: [ViewParameter: Double] = [:]

    /// Returns true where only the content differs from `other`.
    func isLike(_ other: ViewInput) -> Bool {
        var same = self
        same.content = other.content
        return same == other
    }

    /// The chosen value of a parameter, else `standard`. Negative and non-finite values count as 0.
    public func value(_ parameter: ViewParameter, or standard: Double) -> Double {
        guard let given = parameters[parameter] else { return standard }
        return given > 0 && given.isFinite ? given : 0
    }
}

/// Sizes that follow from texts and fonts, in logical pixels before zoom; nil where nothing was measured.
public struct TextSizes: Sendable, Hashable {
    /// The height of a default row of one line.
    public var rowHeight: Double?
    /// The width of the widest row or section header.
    public var headerWidth: Double?
    /// The width of the widest label.
    public var itemWidth: Double?

    public init() {}
}

/// The available views, in the order of menus.
public struct ViewRegistry: Sendable {
    public private(set) var definitions: [ViewDefinition]

    public init(_ definitions: [ViewDefinition] = []) { self.definitions = definitions }

    public static let standard = ViewRegistry([.sheet, .fit, .timeline, .columns, .cards])

    public subscript(name: String) -> ViewDefinition? { definitions.first { $0.name == name } }

    /// Adds a view, or replaces the one of that name.
    public mutating func add(_ definition: ViewDefinition) {
        if let known = definitions.firstIndex(where: { $0.name == definition.name }) {
            definitions[known] = definition
        } else {
            definitions.append(definition)
        }
    }
}
