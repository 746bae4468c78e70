/// Measures texts as they are drawn `factor` times as large, in units of those that are not enlarged.
///
/// Glyphs are placed on whole device pixels, so that a text at half the size is not half as wide: what its box has to hold is
/// found at the size in which it is drawn.
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
