/// The colors and fonts of a grid. The window derives it from the desktop's theme; `light` and `dark` are the defaults.
public struct Theme: Sendable, Hashable {
    /// The look of headers, the gutter and the corner.
    public struct Headers: Sendable, Hashable {
        public var background: Color
        public var text: Color
        public var font: Font
        /// The layer over the headers of the active cell.
        public var active: Color
        /// The layer over the headers of entirely selected rows and columns.
        public var selection: Color
    }

    /// The look of selected cells.
    public struct Selection: Sendable, Hashable {
        /// The layer over the background of selected cells.
        public var layer: Color
        /// Muted text on the selection, with a contrast of at least 4.5 : 1.
        public var quietText: Color
        /// The outline of the selection. More prominent than the accent.
        public var edge: Color
    }

    /// The look of cells that a record lacks (a ragged row).
    public struct Missing: Sendable, Hashable {
        public var background: Color
        /// Lines across such cells instead, where a distinct background would be too heavy.
        public var hatch: Color?
    }

    /// The lines between cells and at the edges of a grid's parts.
    public struct Lines: Sendable, Hashable {
        /// Lines between cells.
        public var separator: Color
        /// Lines at the edges of headers and frozen parts.
        public var border: Color
        /// The shadow at a freeze line, at its darkest.
        public var shadow: Color
    }

    /// The bars of histograms.
    public struct Bars: Sendable, Hashable {
        public var plain: Color
        public var highlighted: Color
    }

    /// The look of search matches.
    public struct Matches: Sendable, Hashable {
        /// The background; text is drawn on it.
        public var background: Color
        /// The same in the active cell: more prominent.
        public var activeBackground: Color
        /// The line around a match, where its background alone may be too faint.
        public var edge: Color?
        /// Marks along the scrollbar. As prominent as the accent.
        public var mark: Color
    }

    /// The background of scrolling cells.
    public var background: Color
    /// The area without a table: beside its last column and below its last row.
    public var outside: Color
    public var text: Color
    /// Row numbers, placeholders and muted text.
    public var secondaryText: Color
    public var headers: Headers
    /// The background of frozen cells.
    public var frozenBackground: Color
    public var missing: Missing
    /// The layer over the background of every second row, where rows are striped.
    public var stripe: Color
    public var lines: Lines
    /// The active cell's ring. Its contrast to the background is at least 3 : 1.
    public var accent: Color
    public var selection: Selection
    public var bars: Bars
    /// Marks of problems. As prominent as the accent.
    public var warning: Color
    public var matches: Matches
    public var font: Font

    /// The background of the items of groups.
    public var itemBackground: Color { background.mixed(with: accent, 0.16) }

    /// The background of aggregates: items of groups that are each too narrow to be seen.
    public var aggregateBackground: Color { background.ground(of: accent, below: text, atMost: 0.3) }

    /// The background of values that cannot be read.
    public var unreadableBackground: Color { background.mixed(with: warning, 0.14) }

    /// The color of warnings in texts.
    public var warningText: Color { readable(warning, on: quietGrounds) }

    /// The layer over the header under the pointer.
    public var headerHover: Color {
        background.luminance < text.luminance ? text.opacity(0.07) : background.opacity(0.7)
    }

    /// A theme derived from the few colors that a desktop names; the others are mixed from them, so that every text has a
    /// contrast of at least 4.5 : 1 on all of its backgrounds. A text color that is too faint becomes more prominent.
    public init(
        background: Color, text: Color, accent: Color, warning: Color = Color(hex: 0xF57900), font: Font
    ) {
        let isDark = background.luminance < text.luminance
        // A little more than required, since backgrounds are tinted.
        let text = text.standingOut(from: background, towards: Color(hex: isDark ? 0xFFFFFF : 0), by: 6.5)
        self.background = background
        self.text = text
        self.accent = accent.standingOut(from: background, towards: text)
        self.warning = warning.standingOut(from: background, towards: text)
        bars = Bars(plain: self.accent.opacity(0.55), highlighted: self.accent)
        self.font = font
        headers = Headers(
            background: background.mixed(with: text, isDark ? 0.07 : 0.045), text: background.mixed(with: text, 0.9),
            font: Font(family: font.family, size: font.size, isBold: true), active: self.accent,
            selection: self.accent)
        frozenBackground = background.mixed(with: text, isDark ? 0.04 : 0.022)
        missing = Missing(background: background.mixed(with: text, isDark ? 0.09 : 0.06))
        // Darker than the table in a dark theme: there, the brighter area is the paper.
        outside = isDark ? background.mixed(with: Color(hex: 0), 0.22) : headers.background
        stripe = text.opacity(isDark ? 0.06 : 0.04)
        matches = Matches(
            background: background.ground(of: Color(hex: 0xF6D32D), below: text, atMost: isDark ? 0.36 : 0.5),
            activeBackground: background.ground(of: Color(hex: 0xFF7800), below: text, atMost: 0.75),
            mark: Color(hex: 0x9141AC).standingOut(from: background, towards: text))
        lines = Lines(
            separator: background.mixed(with: text, isDark ? 0.11 : 0.09),
            border: background.mixed(with: text, isDark ? 0.34 : 0.26),
            shadow: Color(red: 0, green: 0, blue: 0, alpha: isDark ? 0.42 : 0.14))
        selection = Selection(layer: self.accent, quietText: text, edge: self.accent)
        secondaryText = background.mixed(with: text, 0.72)
        secondaryText = readable(secondaryText, on: quietGrounds)
        // More than required, so that headers can be tinted.
        headers.text = headerGrounds.reduce(headers.text) { $0.standingOut(from: $1, towards: text, by: 6) }
        headers.active = tint(isDark ? 0.34 : 0.2, over: headerGrounds, below: [text, headers.text])
        mixSelection()
    }

    /// The theme of paper: light, and white outside the table.
    public static func paper(font: Font) -> Theme {
        var theme = Theme.light
        (theme.font, theme.headers.font) = (font, Font(family: font.family, size: font.size, isBold: true))
        theme.outside = theme.background
        return theme
    }

    /// All backgrounds of muted text, without the selection.
    private var quietGrounds: [Color] {
        let striped = [background, frozenBackground].map { $0.tinted(with: stripe) }
        return [background, frozenBackground, itemBackground, missing.background] + striped + headerGrounds
    }

    private var headerGrounds: [Color] { [headers.background, headers.background.tinted(with: headerHover)] }

    /// A text color, mixed with as little of `text` as makes it readable on all of the backgrounds.
    private func readable(_ color: Color, on grounds: [Color]) -> Color {
        grounds.reduce(color) { $0.standingOut(from: $1, towards: text, by: 4.55) }
    }

    /// Mixes the colors of the selection: as much of the accent as leaves texts readable.
    private mutating func mixSelection() {
        selection.edge = accent.mixed(with: text, 0.3)
        selection.layer = tint(0.24, over: quietGrounds, below: [text, headers.text])
        selection.quietText = readable(secondaryText, on: quietGrounds.map { $0.tinted(with: selection.layer) })
        headers.selection = tint(0.42, over: headerGrounds, below: [text, headers.text])
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

    /// The same for a desktop with high contrast: no muted text, lines and backgrounds with a contrast of at least 3 : 1, the
    /// minimum for graphics (WCAG 2.1, 1.4.11), and no shadows, since lines replace them.
    public func withHighContrast() -> Theme {
        var theme = self
        theme.secondaryText = text
        theme.headers.text = text
        theme.lines.separator = lines.separator.standingOut(from: background, towards: text)
        theme.lines.border = text
        // The ring of the active cell must be easy to find.
        theme.accent = accent.standingOut(from: background, towards: text, by: 7)
        theme.bars = Bars(plain: theme.accent, highlighted: text)
        theme.missing.hatch = theme.lines.separator
        theme.matches.edge = theme.matches.mark
        theme.missing.background = background.mixed(with: text, background.luminance < text.luminance ? 0.16 : 0.25)
        theme.stripe = text.opacity(0.1)
        theme.lines.shadow = lines.shadow.opacity(0)
        theme.mixSelection()
        return theme
    }

    public static let light = Theme(
        background: Color(hex: 0xFFFFFF), text: Color(hex: 0x2E3436), accent: Color(hex: 0x3584E4),
        font: Font(family: "Cantarell, Sans", size: 14))

    public static let dark = Theme(
        background: Color(hex: 0x2D2D2D), text: Color(hex: 0xEEEEEC), accent: Color(hex: 0x62A0EA),
        font: Font(family: "Cantarell, Sans", size: 14))

    /// The same colors with both fonts `factor` times as large.
    public func zoomed(by factor: Double) -> Theme {
        var theme = self
        theme.font = font.scaled(by: factor)
        theme.headers.font = headers.font.scaled(by: factor)
        return theme
    }
}
