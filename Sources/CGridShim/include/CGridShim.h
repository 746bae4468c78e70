/// The thin C below the grid: what GTK wants as a GObject class or a macro, and libdispatch as a C symbol.
///
/// No policy lives here: events and positions come in and go out as they are.
#ifndef CGRIDSHIM_H
#define CGRIDSHIM_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// What a surface tells its owner. All are called on the main thread, with the owner's `context`; none is NULL.
typedef struct QuadSurfaceCallbacks {
    /// A frame that was asked for is due: time to find out what of the widget has to be drawn, and to queue that.
    void (*_Nonnull frame)(void *_Nonnull context);
    /// Draws all that `cr`'s clip leaves. `cr` is in the widget's logical pixels and is borrowed for the call.
    void (*_Nonnull draw)(void *_Nonnull context, cairo_t *_Nonnull cr);
    /// The widget has a new size, in logical pixels.
    void (*_Nonnull resize)(void *_Nonnull context, int width, int height);
    /// One of the adjustments has a new value. A kinetic frame calls it twice: only queue a redraw.
    void (*_Nonnull scrolled)(void *_Nonnull context);
    /// An input event. TRUE ends its way; FALSE lets GTK go on with it. `event` is borrowed for the call.
    gboolean (*_Nonnull event)(void *_Nonnull context, GdkEvent *_Nonnull event);
    /// Style, scale factor, text direction or the screen changed.
    void (*_Nonnull restyle)(void *_Nonnull context);
    /// The widget is finalized: the context is not used again. Called exactly once.
    void (*_Nonnull release)(void *_Nonnull context);
} QuadSurfaceCallbacks;

/// A new drawing surface that scrolls natively inside a GtkScrolledWindow (it is a GtkScrollable).
///
/// Takes `context` over: `callbacks->release` gives it back when the widget is finalized. `callbacks` is copied.
/// Returns a floating reference, as GTK's own constructors do.
GtkWidget *_Nonnull quad_surface_new(const QuadSurfaceCallbacks *_Nonnull callbacks, void *_Nonnull context);

/// Asks for a call of `frame` in the next frame of the frame clock: after all that moves there has moved, before drawing.
/// However often it is asked for, it comes once. FALSE when the widget is in no window, and no frame will come.
gboolean quad_surface_request_frame(GtkWidget *_Nonnull surface);

/// An image surface in memory that the display can take pictures from, for a picture of so many device pixels, white and
/// opaque. Owned by the caller.
cairo_surface_t *_Nonnull quad_surface_create_picture(GtkWidget *_Nonnull surface, int width, int height);

/// Tells the scrollbar of one axis how far there is to scroll, in logical pixels; the value is kept, clamped to
/// 0 … max(0, upper − page). `step` is what a click on a stepper moves.
void quad_surface_set_range(GtkWidget *_Nonnull surface, GtkOrientation axis, double upper, double page, double step);

/// Where the scrollbar of one axis stands, in logical pixels.
double quad_surface_value(GtkWidget *_Nonnull surface, GtkOrientation axis);

/// Moves the scrollbar of one axis; clamped to its range. Calls `scrolled` when that changed something.
void quad_surface_set_value(GtkWidget *_Nonnull surface, GtkOrientation axis, double value);

/// Serves libdispatch's main queue from GLib's default main context, so that `DispatchQueue.main` and `@MainActor`
/// run under gtk_main. Idempotent. Returns FALSE when libdispatch has no such queue.
gboolean quad_main_queue_attach(void);

/// The device that made an event, or GDK_SOURCE_MOUSE when GDK does not say.
GdkInputSource quad_event_source(GdkEvent *_Nonnull event);

/// The style that the theme gives the glow of a scrolled window at an edge: "top", "bottom", "left" or "right". The caller
/// owns the reference.
GtkStyleContext *_Nullable quad_overshoot_style(GtkWidget *_Nonnull widget, const char *_Nonnull edge);

G_END_DECLS

#endif
