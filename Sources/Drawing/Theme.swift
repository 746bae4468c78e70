/// The colours and fonts of a grid. The window fills it from the desktop's theme; `light` and `dark` serve where there is none.
public struct Theme: Sendable, Hashable {
    /// Behind scrolling cells.
    public var background: Color
    /// The area without a table: beside its last column and below its last row.
    public var outside: Color
    public var text: Color
    /// Row numbers, placeholders, what is said in a lower voice.
    public var secondaryText: Color
    /// Behind headers, the gutter and the corner.
    public var headerBackground: Color
    public var headerText: Color
    /// Behind frozen cells.
    public var frozenBackground: Color
    /// The ground of cells that a record lacks (a ragged row).
    public var missingBackground: Color
    /// Lines across that in place of a ground, where a ground that stands out would be too heavy.
    public var missingHatch: Color?
    /// Behind every second row, where rows are striped. Lies over the background.
    public var stripe: Color
    /// Lies over the headers of the active cell.
    public var activeHeader: Color
    /// Lines between cells.
    public var separator: Color
    /// Lines at the edges of headers and frozen parts.
    public var border: Color
    /// The shadow at a freeze line, at its darkest.
    public var shadow: Color
    /// The active cell's ring. Stands out from the background by 3 : 1 at least.
    public var accent: Color
    /// The layer over the ground of selected cells.
    public var selection: Color
    /// Text in a lower voice on that: as much louder as it takes to be read, 4.5 : 1.
    public var selectedQuietText: Color
    /// The same over the headers of rows and columns that are selected as wholes.
    public var headerSelection: Color
    /// The outline of what is selected. Stands out more than the accent.
    public var selectionEdge: Color
    /// Bars of pictures, and those of them that are chosen.
    public var bar: Color
    public var chosenBar: Color
    /// Marks of what is not as it should be. Stands out as the accent does.
    public var warning: Color
    /// Behind what was looked for and found; text stands on it.
    public var found: Color
    /// The same in the active cell: it stands out more.
    public var foundNow: Color
    /// The line around it, where its ground alone may be too faint.
    public var foundEdge: Color?
    /// Marks of where that is. Stands out as the accent does.
    public var foundMark: Color
    public var font: Font
    public var headerFont: Font

    /// Behind the items of groups.
    public var itemBackground: Color { background.mixed(with: accent, 0.16) }

    /// Behind items of groups that are each too narrow to be seen, all of them as one.
    public var aggregateBackground: Color { background.ground(of: accent, below: text, atMost: 0.3) }

    /// Behind values that cannot be read.
    public var unreadableBackground: Color { background.mixed(with: warning, 0.14) }

    /// Texts that warn.
    public var warningText: Color { readable(warning, on: quietGrounds) }

    /// Lies over the header that is under the pointer.
    public var headerHover: Color {
        background.luminance < text.luminance ? text.opacity(0.07) : background.opacity(0.7)
    }

    /// A theme derived from the few colours that a desktop names; the others are mixed from them, so that every text is
    /// readable on every ground that it stands on, by 4.5 : 1. A text that is too faint for that is made to stand out more.
    public init(
        background: Color, text: Color, accent: Color, warning: Color = Color(hex: 0xF57900), font: Font
    ) {
        let isDark = background.luminance < text.luminance
        // Some more than is asked for: grounds are tinted.
        let text = text.standingOut(from: background, towards: Color(hex: isDark ? 0xFFFFFF : 0), by: 6.5)
        self.background = background
        self.text = text
        self.accent = accent.standingOut(from: background, towards: text)
        self.warning = warning.standingOut(from: background, towards: text)
        (bar, chosenBar) = (self.accent.opacity(0.55), self.accent)
        foundMark = Color(hex: 0x9141AC).standingOut(from: background, towards: text)
        self.font = font
        headerBackground = background.mixed(with: text, isDark ? 0.07 : 0.045)
        headerText = background.mixed(with: text, 0.9)
        frozenBackground = background.mixed(with: text, isDark ? 0.04 : 0.022)
        missingBackground = background.mixed(with: text, isDark ? 0.09 : 0.06)
        // Darker than the table where that is dark: the brighter of the two is the paper.
        outside = isDark ? background.mixed(with: Color(hex: 0), 0.22) : headerBackground
        stripe = text.opacity(isDark ? 0.06 : 0.04)
        found = background.ground(of: Color(hex: 0xF6D32D), below: text, atMost: isDark ? 0.36 : 0.5)
        foundNow = background.ground(of: Color(hex: 0xFF7800), below: text, atMost: 0.75)
        separator = background.mixed(with: text, isDark ? 0.11 : 0.09)
        border = background.mixed(with: text, isDark ? 0.34 : 0.26)
        shadow = Color(red: 0, green: 0, blue: 0, alpha: isDark ? 0.42 : 0.14)
        headerFont = Font(family: font.family, size: font.size, isBold: true)
        (selection, headerSelection, selectionEdge) = (self.accent, self.accent, self.accent)
        activeHeader = self.accent
        (secondaryText, selectedQuietText) = (background.mixed(with: text, 0.72), text)
        secondaryText = readable(secondaryText, on: quietGrounds)
        // More than is asked for, so that headers can be tinted.
        headerText = headerGrounds.reduce(headerText) { $0.standingOut(from: $1, towards: text, by: 6) }
        activeHeader = tint(isDark ? 0.34 : 0.2, over: headerGrounds, below: [text, headerText])
        mixSelection()
    }

    /// On paper: light, and white where there is no table.
    public static func paper(font: Font) -> Theme {
        var theme = Theme.light
        (theme.font, theme.headerFont) = (font, Font(family: font.family, size: font.size, isBold: true))
        theme.outside = theme.background
        return theme
    }

    /// All grounds that a text in a lower voice stands on, where nothing is selected.
    private var quietGrounds: [Color] {
        let striped = [background, frozenBackground].map { $0.tinted(with: stripe) }
        return [background, frozenBackground, itemBackground, missingBackground] + striped + headerGrounds
    }

    private var headerGrounds: [Color] { [headerBackground, headerBackground.tinted(with: headerHover)] }

    /// A colour of texts, or as little more like the text's own as is readable on all of those grounds.
    private func readable(_ color: Color, on grounds: [Color]) -> Color {
        grounds.reduce(color) { $0.standingOut(from: $1, towards: text, by: 4.55) }
    }

    /// Mixes what is selected from the other colours: as much of the accent as leaves texts readable.
    private mutating func mixSelection() {
        selectionEdge = accent.mixed(with: text, 0.3)
        selection = tint(0.24, over: quietGrounds, below: [text, headerText])
        selectedQuietText = readable(secondaryText, on: quietGrounds.map { $0.tinted(with: selection) })
        headerSelection = tint(0.42, over: headerGrounds, below: [text, headerText])
    }

    private func tint(_ most: Float, over grounds: [Color], below texts: [Color]) -> Color {
        var share = most
        while share > 0.08 {
            let isReadable = grounds.allSatisfy { ground in
                let tinted = ground.mixed(with: accent, share)
                return texts.allSatisfy { $0.contrast(to: tinted) >= min(4.5, $0.contrast(to: ground)) }
            }
            if isReadable { break }
            share -= 0.02
        }
        return accent.opacity(share)
    }

    /// The same for a desktop that asks for high contrast: no text in a lower voice, lines and grounds that stand out by
    /// 3 : 1 at least, as parts of a picture should (WCAG 2.1, 1.4.11), and no shadow to tell what a line tells.
    public func withHighContrast() -> Theme {
        var theme = self
        theme.secondaryText = text
        theme.headerText = text
        theme.separator = separator.standingOut(from: background, towards: text)
        theme.border = text
        // The ring of the active cell is what there is to find on it.
        theme.accent = accent.standingOut(from: background, towards: text, by: 7)
        (theme.bar, theme.chosenBar) = (theme.accent, text)
        theme.missingHatch = theme.separator
        theme.foundEdge = theme.foundMark
        theme.missingBackground = background.mixed(with: text, background.luminance < text.luminance ? 0.16 : 0.25)
        theme.stripe = text.opacity(0.1)
        theme.shadow = shadow.opacity(0)
        theme.mixSelection()
        return theme
    }

    public static let light = Theme(
        background: Color(hex: 0xFFFFFF), text: Color(hex: 0x2E3436), accent: Color(hex: 0x3584E4),
        font: Font(family: "Cantarell, Sans", size: 14))

    public static let dark = Theme(
        background: Color(hex: 0x2D2D2D), text: Color(hex: 0xEEEEEC), accent: Color(hex: 0x62A0EA),
        font: Font(family: "Cantarell, Sans", size: 14))

    /// The same colours with both fonts `factor` times as large.
    public func zoomed(by factor: Double) -> Theme {
        var theme = self
        theme.font = font.scaled(by: factor)
        theme.headerFont = headerFont.scaled(by: factor)
        return theme
    }
}
