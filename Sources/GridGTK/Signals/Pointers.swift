import CGTK

/// Returns a pointer to a GObject as one of its classes or interfaces, like the `GTK_…()` macros of C. GTK checks the type
/// wherever it receives the pointer.
package func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// As `cast`, from a type that is opaque to Swift.
package func cast<To>(_ pointer: OpaquePointer) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

package typealias Widget = UnsafeMutablePointer<GtkWidget>

// Swift imports the flags of GDK as numbers; only the module that names them could make them a set, and it is C.
// swift-format-ignore: AvoidRetroactiveConformances
extension GdkModifierType: @retroactive OptionSet {}
