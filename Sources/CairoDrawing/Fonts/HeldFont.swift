import CCairo
import Glibc

// Cairo keeps ten font files open, and closes an arbitrary unused one to open another. It checks the use without the lock
// that guards it, so a thread that draws with a font may lose it at that moment (`_has_unlocked_face` and
// `_cairo_ft_unscaled_font_lock_face` in cairo-ft-font.c of Cairo 1.16): saving a picture while the window draws would crash.
// Hence only one thread at a time requests fonts, and retained fonts stay locked, so that no other thread's font closes them.

/// Runs `body` while no other thread shapes texts or rasterizes glyphs. Calls may be nested.
///
/// Held for one text or one glyph, and never during input or output.
func withFonts<Result>(_ body: () throws -> Result) rethrows -> Result {
    fontLock.lock()
    defer { fontLock.unlock() }
    return try body()
}

private let fontLock = RecursiveLock()

private final class RecursiveLock: @unchecked Sendable {
    // Unchecked, since the compiler cannot verify it: it is set once, and pthread's functions may be called on any thread.
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
    /// Retains the font, and keeps its file open, until `letGo`.
    func keep() {
        g_object_ref(self)
        if let font = pango_cairo_font_get_scaled_font(OpaquePointer(self)) { cairo_ft_scaled_font_lock_face(font) }
    }

    /// Balances one `keep`.
    func letGo() {
        if let font = pango_cairo_font_get_scaled_font(OpaquePointer(self)) { cairo_ft_scaled_font_unlock_face(font) }
        g_object_unref(self)
    }
}
