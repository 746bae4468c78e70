extension Int {
    /// The digits in groups, for people, as they write numbers where they are: 4,182 in English.
    package var grouped: String { grouped(by: NumberSigns.inForce) }

    func grouped(by signs: NumberSigns) -> String {
        let digits = Array(String(magnitude).utf8)
        var (groups, sizes, end) = ([String](), signs.groups[...], digits.count)
        while end > 0 {
            let size = sizes.first ?? end
            // The last size goes for all groups that follow.
            if sizes.count > 1 { sizes = sizes.dropFirst() }
            let start = size > 0 && size < end ? end - size : 0
            groups.append(String(decoding: digits[start..<end], as: UTF8.self))
            end = start
        }
        var text = self < 0 ? "-" : ""
        for index in groups.indices.reversed() {
            text += groups[index]
            if index > 0 { text += signs.separator }
        }
        return text
    }
}

extension String {
    /// A number that was written with a point, as people write it where they are: 0.5 is 0,5 in German.
    package var withLocalPoint: String {
        let point = NumberSigns.inForce.point
        return point == "." ? self : replacing(".", with: point)
    }
}
