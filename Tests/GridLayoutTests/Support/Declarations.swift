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

    /// All columns share the width, as long as that is not too little for each; headers scroll, or are pinned with a
    /// corner; a line at the top of each row.
    static func markSheet(_ lengths: MarkSheetParameters, isPinned: Bool) -> LayoutDeclaration {
        let width = Length.share(of: .items, atLeast: lengths.minimumColumnWidth)
        let corner = BoundaryElement(
            .corner, width: .absolute(lengths.rowHeaderWidth), height: .absolute(lengths.columnHeaderHeight)
        ).pinned([.top, .leading]).z(4)
        let columnHeaders = BoundaryElement(
            .columnHeader, width: width, height: .absolute(lengths.columnHeaderHeight)
        )
        .offset(x: lengths.rowHeaderWidth).repeated(.items, along: .horizontal)
        .extends(Insets(top: lengths.columnHeaderHeight)).pinned(isPinned ? [.top] : [])
        return LayoutDeclaration(
            section: LayoutSection(
                of: .horizontal(.items, of: .item(width: width, height: .absolute(lengths.rowHeight)))
                    .width(.fractional(1)),
                boundary: [
                    BoundaryElement(.rowHeader, width: .absolute(lengths.rowHeaderWidth), height: .fractional(1))
                        .extends(Insets(leading: lengths.rowHeaderWidth)).pinned(isPinned ? [.leading] : [])
                ]
            )
            .decorated(Decoration(.separator, along: .top, thickness: lengths.separatorThickness, z: 2))
            .minimumParts(1),
            boundary: isPinned ? [columnHeaders, corner] : [columnHeaders])
    }

    /// Rows that fill the height, of items whose widths are in proportion to their weights, each row under its header.
    static func timeline(_ lengths: TimelineParameters, isPinned: Bool) -> LayoutDeclaration {
        let height = Length.share(
            of: .exactly(lengths.visibleRows), spacing: lengths.divider.height, atLeast: lengths.minimumRowHeight)
        return LayoutDeclaration(
            section: LayoutSection(
                of: .weighted(height: height, divider: lengths.divider.width),
                boundary: [
                    BoundaryElement(.sectionHeader, width: .absolute(lengths.headerWidth), height: .fractional(1))
                        .extends(Insets(leading: lengths.headerWidth)).pinned(isPinned ? [.leading] : [])
                ]),
            sectionSpacing: lengths.divider.height)
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
