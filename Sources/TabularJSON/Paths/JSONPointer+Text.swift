import Translation

extension JSONPointer {
    /// The label of the menu entry that copies a pointer.
    static var copyLabel: String { tr("Copy _JSON Pointer") }
}
