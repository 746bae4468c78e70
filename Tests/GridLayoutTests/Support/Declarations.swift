import Geometry
import GridLayout

/// The declarations of the documentation, with the parameters of the built layouts.
enum Declarations {
    static let corner = ElementKind.corner

    /// Rows under column headers, both pinned, with a corner.
    static func spreadsheet(columns: PartCount, cell: Size, gutter: Double, header: Double) -> LayoutDeclaration {
        LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(columns, of: .item(width: .absolute(cell.width), height: .absolute(cell.height))),
                boundary: [
                    BoundaryElement(.rowHeader, width: .absolute(gutter), height: .fractional(1))
                        .extends(Insets(leading: gutter)).pinned([.leading])
                ]),
            boundary: [
                BoundaryElement(.columnHeader, width: .absolute(cell.width), height: .absolute(header))
                    .offset(x: gutter).repeated(columns, along: .horizontal)
                    .extends(Insets(top: header)).pinned([.top]),
                BoundaryElement(.corner, width: .absolute(gutter), height: .absolute(header))
                    .pinned([.top, .leading]).z(4),
            ])
    }

    /// `columns` share the width; headers scroll, or are pinned without a corner.
    static func markSheet(columns: Int, isPinned: Bool) -> LayoutDeclaration {
        let share = Length.fractional(1 / Double(max(1, columns)))
        return LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.exactly(columns), of: .item(width: share, height: .absolute(50)))
                    .width(.fractional(1)).height(.absolute(50)),
                boundary: [
                    BoundaryElement(.rowHeader, width: .absolute(100), height: .fractional(1))
                        .extends(Insets(leading: 100)).pinned(isPinned ? [.leading] : [])
                ]
            ).minimumParts(1),
            boundary: [
                BoundaryElement(.columnHeader, width: share, height: .absolute(40))
                    .offset(x: 100).repeated(.exactly(columns), along: .horizontal)
                    .extends(Insets(top: 40)).pinned(isPinned ? [.top] : [])
            ])
    }

    static func sectionColumns(_ lengths: SectionColumnsParameters, isPinned: Bool) -> LayoutDeclaration {
        let item = LayoutPart.item(
            width: .absolute(lengths.itemSize.width), height: .absolute(lengths.itemSize.height))
        return LayoutDeclaration(
            axis: .horizontal,
            section: LayoutSection(
                of: .vertical(.fitting, of: item, spacing: lengths.itemSpacing), spacing: lengths.itemSpacing,
                boundary: [
                    BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(lengths.headerHeight))
                        .extends(Insets(top: lengths.headerHeight)).pinned(isPinned ? [.top] : [])
                ]
            ).minimumParts(1),
            sectionSpacing: lengths.sectionSpacing)
    }

    static func flow(_ lengths: FlowParameters, isPinned: Bool) -> LayoutDeclaration {
        let item = LayoutPart.item(
            width: .absolute(lengths.itemSize.width), height: .absolute(lengths.itemSize.height))
        return LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.fitting, of: item, spacing: lengths.itemSpacing), insets: lengths.sectionInsets,
                spacing: lengths.lineSpacing,
                boundary: [
                    BoundaryElement(.sectionHeader, width: .fractional(1), height: .absolute(lengths.headerHeight))
                        .extends(Insets(top: lengths.headerHeight)).pinned(isPinned ? [.top] : [])
                ]))
    }

    /// A card for each record, as many in a line as there is room for: `fields` items one below another, on a
    /// background. The content is one section of records × fields items.
    static func cards(fields: Int, width: Double) -> LayoutDeclaration {
        let field = LayoutPart.item(width: .fractional(1), height: .absolute(24))
        let card = LayoutPart.vertical(.exactly(fields), of: field)
            .width(.absolute(width))
            .insets(Insets(top: 8, leading: 12, bottom: 8, trailing: 12))
            .background(ElementKind("card"))
        return LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.fitting, of: card, spacing: 12),
                insets: Insets(top: 12, leading: 12, bottom: 12, trailing: 12), spacing: 12))
    }
}
