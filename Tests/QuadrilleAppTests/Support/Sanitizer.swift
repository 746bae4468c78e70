import Glibc
import Testing

/// The sanitizer that the tests and the program are built with, as .scripts/sanitize says.
enum Sanitizer {
    static let isOn = getenv("QUADRILLE_SANITIZER") != nil
}

extension Trait where Self == ConditionTrait {
    /// Of a process that may have little memory or small files: a sanitizer takes more of both for itself.
    static var withoutSanitizer: ConditionTrait { .enabled(if: !Sanitizer.isOn, "a sanitizer needs more") }
}
