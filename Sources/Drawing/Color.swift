import Glibc

/// A color in sRGB, not premultiplied; each component from 0 to 1.
public struct Color: Sendable, Hashable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var alpha: Float

    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates the color of the 24-bit number `0xRRGGBB`.
    public init(hex: UInt32, alpha: Float = 1) {
        self.init(
            red: Float(hex >> 16 & 0xFF) / 255, green: Float(hex >> 8 & 0xFF) / 255, blue: Float(hex & 0xFF) / 255,
            alpha: alpha)
    }

    /// The same color with its opacity multiplied by `opacity`.
    public func opacity(_ opacity: Float) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * opacity)
    }

    /// The mixture of `share` (0 … 1) of `other` with the rest of this color.
    public func mixed(with other: Color, _ share: Float) -> Color {
        Color(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
    }

    /// Returns this opaque color as it appears below `tint`.
    func tinted(with tint: Color) -> Color {
        mixed(with: Color(red: tint.red, green: tint.green, blue: tint.blue), tint.alpha)
    }

    /// Relative luminance, 0 … 1 (WCAG 2.1, "relative luminance").
    public var luminance: Float {
        func linear(_ part: Float) -> Float {
            part <= 0.04045 ? part / 12.92 : powf((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of two opaque colors, 1 … 21 (WCAG 2.1); text needs at least 4.5.
    public func contrast(to other: Color) -> Float {
        let (low, high) = luminance < other.luminance ? (luminance, other.luminance) : (other.luminance, luminance)
        return (high + 0.05) / (low + 0.05)
    }

    /// This color, mixed with as little of `other` as gives it a contrast of `ratio` to `background`. The default is the
    /// minimum for graphics (WCAG 2.1, 1.4.11): a theme's background color for white text may be hardly visible as a line on
    /// its dark background.
    func standingOut(from background: Color, towards other: Color, by ratio: Float = 3) -> Color {
        for step in 0..<10 {
            let color = mixed(with: other, Float(step) / 10)
            if color.contrast(to: background) >= ratio { return color }
        }
        return other
    }

    /// This color mixed with as much of `other`, up to `share`, as leaves a text on it readable.
    func ground(of other: Color, below text: Color, atMost share: Float) -> Color {
        var share = share
        while share > 0.1, mixed(with: other, share).contrast(to: text) < min(5, contrast(to: text)) { share -= 0.02 }
        return mixed(with: other, share)
    }

    /// `#rrggbb`, or `#rrggbbaa` when not opaque.
    public var hexText: String {
        func part(_ value: Float) -> String {
            let number = Int(min(max(value, 0), 1) * 255 + 0.5)
            return (number < 16 ? "0" : "") + String(number, radix: 16)
        }
        return "#" + part(red) + part(green) + part(blue) + (alpha < 1 ? part(alpha) : "")
    }
}
