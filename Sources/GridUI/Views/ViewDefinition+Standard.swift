import Geometry
import GridLayout
import Translation

extension ViewDefinition {
    /// Columns share the width.
    static let fit = ViewDefinition(
        name: "fit", title: tr("Fit Width", in: "view"),
        parameters: [.rowHeight, .rowHeaderWidth, .columnHeaderHeight, .minimumColumnWidth, .separatorThickness],
        centersColumns: true
    ) { input in
        let standard = MarkSheetParameters()
        return MarkSheet(
            content: input.content,
            parameters: MarkSheetParameters(
                rowHeaderWidth: input.value(
                    .rowHeaderWidth, or: max(standard.rowHeaderWidth, input.texts.headerWidth ?? 0)),
                rowHeight: input.value(.rowHeight, or: standard.rowHeight),
                columnHeaderHeight: input.value(.columnHeaderHeight, or: standard.columnHeaderHeight),
                separatorThickness: input.value(.separatorThickness, or: standard.separatorThickness),
                minimumColumnWidth: input.value(
                    .minimumColumnWidth, or: max(standard.minimumColumnWidth, input.texts.itemWidth ?? 0))),
            pinsHeaders: input.pinsHeaders)
    }

    /// A row for each group, whose items share its width in proportion to their weights.
    static let timeline = ViewDefinition(
        name: "timeline", title: tr("Timeline", in: "view"), shape: .groups, roles: [.group, .label, .weight],
        parameters: [.rowHeaderWidth, .visibleRows, .minimumRowHeight, .dividerWidth, .dividerHeight],
        headerEdge: .leading
    ) { input in
        let standard = TimelineParameters()
        let rows = input.value(.visibleRows, or: Double(standard.visibleRows))
        var layout = Timeline(
            content: input.content,
            parameters: TimelineParameters(
                headerWidth: input.value(.rowHeaderWidth, or: max(standard.headerWidth, input.texts.headerWidth ?? 0)),
                divider: Size(
                    width: input.value(.dividerWidth, or: standard.divider.width),
                    height: input.value(.dividerHeight, or: standard.divider.height)),
                visibleRows: max(1, Int(min(rows, 1_000_000))),
                minimumRowHeight: input.value(
                    .minimumRowHeight, or: max(standard.minimumRowHeight, input.texts.rowHeight ?? 0))),
            pinsHeaders: input.pinsHeaders)
        layout.devicePixel = input.devicePixel
        return layout
    }

    /// A stack of columns for each group, side by side.
    static let columns = ViewDefinition(
        name: "columns", title: tr("Columns", in: "view"), shape: .groups, roles: [.group, .label],
        parameters: [.sectionHeaderHeight, .itemWidth, .itemHeight, .itemSpacing, .sectionSpacing]
    ) { input in
        let standard = SectionColumnsParameters()
        let height = input.texts.itemWidth == nil ? nil : input.texts.rowHeight.map { $0 + 8 }
        return SectionColumns(
            content: input.content,
            parameters: SectionColumnsParameters(
                headerHeight: input.value(.sectionHeaderHeight, or: standard.headerHeight),
                itemSize: Size(
                    width: max(1, input.value(.itemWidth, or: input.texts.itemWidth ?? standard.itemSize.width)),
                    height: max(1, input.value(.itemHeight, or: height ?? standard.itemSize.height))),
                itemSpacing: input.value(.itemSpacing, or: standard.itemSpacing),
                sectionSpacing: input.value(.sectionSpacing, or: standard.sectionSpacing)),
            pinsHeaders: input.pinsHeaders)
    }

    /// A card for each row, its values one below another.
    static let cards = ViewDefinition(
        name: "cards", title: tr("Cards", in: "view"), shape: .records,
        parameters: [.cardWidth, .rowHeight, .itemSpacing]
    ) { input in
        let spacing = input.value(.itemSpacing, or: 12)
        let wanted = max(40, input.value(.cardWidth, or: 300))
        // As many cards in a line as fit; they share the remaining width.
        let room = max(1, input.viewport.width - 2 * spacing)
        let perLine = max(1, ((room + spacing) / (wanted + spacing)).rounded(.down))
        let width = (room - spacing * (perLine - 1)) / perLine
        let field = LayoutPart.item(
            width: .fractional(1), height: .absolute(max(1, input.value(.rowHeight, or: input.texts.rowHeight ?? 28))))
        let card = LayoutPart.vertical(.exactly(input.columnCount), of: field)
            .width(.absolute(width)).insets(Insets(top: 4, leading: 4, bottom: 4, trailing: 4)).background(.card)
        return ComposedLayout(
            content: input.content,
            declaration: LayoutDeclaration(
                section: LayoutSection(
                    of: .horizontal(.exactly(Int(min(perLine, 10_000))), of: card, spacing: spacing),
                    insets: Insets(top: spacing, leading: spacing, bottom: spacing, trailing: spacing),
                    spacing: spacing)))
    }
}
