/// The path to a value by RFC 6901.
enum JSONPointer {
    /// The pointer through the members and positions `names`.
    static func text(_ names: [String]) -> String {
        names.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
