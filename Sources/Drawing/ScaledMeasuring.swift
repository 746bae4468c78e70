/// Measures texts at `factor` times their size, and returns lengths in unscaled units.
///
/// Glyphs are placed on whole device pixels, so a text at half the size is not half as wide: its width must be measured at
/// the drawn size.
package struct ScaledMeasuring<Base: TextMeasuring>: TextMeasuring {
    private let base: Base
    private let factor: Double

    package init(_ base: Base, by factor: Double) { (self.base, self.factor) = (base, factor) }

    package func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double {
        base.width(of: text, font: font.scaled(by: factor)) / factor
    }

    package func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double {
        base.height(of: text, font: font.scaled(by: factor), width: width * factor) / factor
    }

    package func metrics(of font: Font) -> FontMetrics {
        let metrics = base.metrics(of: font.scaled(by: factor))
        return FontMetrics(ascent: metrics.ascent / factor, descent: metrics.descent / factor)
    }
}
