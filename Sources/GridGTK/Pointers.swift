import CGTK

/// A pointer to a GObject seen as one of its classes or interfaces: what the `GTK_…()` macros do in C. GTK checks the
/// type wherever it takes the pointer.
package func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// As `cast`, from a type that Swift does not know the inside of.
package func cast<To>(_ pointer: OpaquePointer) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

package typealias Widget = UnsafeMutablePointer<GtkWidget>

// Swift imports the flags of GDK as numbers; only the module that names them could make them a set, and it is C.
// swift-format-ignore: AvoidRetroactiveConformances
extension GdkModifierType: @retroactive OptionSet {}
