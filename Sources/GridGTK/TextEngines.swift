import CairoDrawing

/// The text engines of all views, one for each choice of font options: many tabs with the same fonts share the shapes and
/// pictures of their texts, within one limit.
enum TextEngines {
    private struct Entry {
        let options: FontOptions
        weak var engine: TextEngine?
    }

    private static var entries: [Entry] = []

    /// Returns the engine for `options`, which lives as long as a view uses it.
    static func engine(_ options: FontOptions = FontOptions()) -> TextEngine {
        entries.removeAll { $0.engine == nil }
        if let known = entries.first(where: { $0.options == options })?.engine { return known }
        let engine = TextEngine(options: options)
        entries.append(Entry(options: options, engine: engine))
        return engine
    }
}
