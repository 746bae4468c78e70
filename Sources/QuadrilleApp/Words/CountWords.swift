import Translation

/// Counts that may be known within bounds.
enum CountWords {
    /// "1,204", "12 to 40".
    static func count(_ count: Int, atMost: Int) -> String {
        atMost > count ? estimate(count, atMost) : StatusText.grouped(count)
    }

    static func estimate(_ least: Int, _ most: Int) -> String {
        tr("{least} to {most}", ["least": StatusText.grouped(least), "most": StatusText.grouped(most)])
    }
}
