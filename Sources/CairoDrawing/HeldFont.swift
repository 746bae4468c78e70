import CCairo
import Glibc

// Cairo keeps ten font files open, and closes one of them, any one that is not in use, to open another. Whether one is in use
// it asks without the lock under which it is taken into use, so that a thread that draws with it may lose it in that moment
// (`_has_unlocked_face` and `_cairo_ft_unscaled_font_lock_face` in cairo-ft-font.c of Cairo 1.16): a picture that is saved
// while the window draws would end the program. Hence fonts are asked for one thread at a time, and those that are kept are
// in use all the while: no other thread's font closes them.

/// Runs `body` while no other thread shapes texts or rasterises glyphs here. It may be within another such call.
///
/// Held for one text or one glyph, and never while anything is read or written.
func withFonts<Result>(_ body: () throws -> Result) rethrows -> Result {
    fontLock.lock()
    defer { fontLock.unlock() }
    return try body()
}

private let fontLock = RecursiveLock()

private final class RecursiveLock: @unchecked Sendable {
    // Unchecked, since the compiler cannot see it: it is set once, and pthread's functions may be called on any thread.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
}

extension UnsafeMutablePointer<PangoFont> {
    /// Keeps the font, and its file open, until `letGo`.
    func keep() {
        g_object_ref(self)
        if let font = pango_cairo_font_get_scaled_font(OpaquePointer(self)) { cairo_ft_scaled_font_lock_face(font) }
    }

    /// Once for each `keep`.
    func letGo() {
        if let font = pango_cairo_font_get_scaled_font(OpaquePointer(self)) { cairo_ft_scaled_font_unlock_face(font) }
        g_object_unref(self)
    }
}
