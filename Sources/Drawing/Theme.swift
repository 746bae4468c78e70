/// The colours and fonts of a grid. The window fills it from the desktop's theme; `light` and `dark` serve where there is none.
public struct Theme: Sendable, Hashable {
    /// Behind scrolling cells.
    public var background: Color
    public var text: Color
    /// Row numbers, placeholders, what is said in a lower voice.
    public var secondaryText: Color
    /// Behind headers, the gutter and the corner.
    public var headerBackground: Color
    public var headerText: Color
    /// Behind frozen cells.
    public var frozenBackground: Color
    /// Where a record has no value (a ragged row).
    public var missingBackground: Color
    /// Behind every second row, where rows are striped. Lies over the background.
    public var stripe: Color
    /// Lines between cells.
    public var separator: Color
    /// Lines at the edges of headers and frozen parts.
    public var border: Color
    /// The shadow at a freeze line, at its darkest.
    public var shadow: Color
    /// The active cell's ring. Stands out from the background by 3 : 1 at least.
    public var accent: Color
    /// Marks of what is not as it should be. Stands out as the accent does.
    public var warning: Color
    public var font: Font
    public var headerFont: Font

    /// A theme derived from the few colours that a desktop names; the others are mixed from them.
    public init(
        background: Color, text: Color, accent: Color, warning: Color = Color(hex: 0xF57900), font: Font
    ) {
        self.background = background
        self.text = text
        self.accent = accent.standingOut(from: background, towards: text)
        self.warning = warning.standingOut(from: background, towards: text)
        self.font = font
        let isDark = background.luminance < text.luminance
        secondaryText = background.mixed(with: text, 0.68)
        headerBackground = background.mixed(with: text, isDark ? 0.07 : 0.045)
        headerText = background.mixed(with: text, 0.9)
        frozenBackground = background.mixed(with: text, isDark ? 0.04 : 0.022)
        missingBackground = background.mixed(with: text, isDark ? 0.09 : 0.06)
        stripe = text.opacity(isDark ? 0.035 : 0.025)
        separator = background.mixed(with: text, isDark ? 0.11 : 0.09)
        border = background.mixed(with: text, isDark ? 0.22 : 0.2)
        shadow = Color(red: 0, green: 0, blue: 0, alpha: isDark ? 0.42 : 0.14)
        headerFont = Font(family: font.family, size: font.size, isBold: true)
    }

    /// The same for a desktop that asks for high contrast: no text in a lower voice, lines and grounds that stand out by
    /// 3 : 1 at least, as parts of a picture should (WCAG 2.1, 1.4.11), and no shadow to tell what a line tells.
    public func withHighContrast() -> Theme {
        var theme = self
        theme.secondaryText = text
        theme.headerText = text
        theme.separator = separator.standingOut(from: background, towards: text)
        theme.border = text
        theme.missingBackground = background.mixed(with: text, background.luminance < text.luminance ? 0.16 : 0.25)
        theme.stripe = text.opacity(0.1)
        theme.shadow = shadow.opacity(0)
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
