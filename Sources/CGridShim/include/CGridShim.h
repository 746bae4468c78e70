/// The C layer below the grid: GObject classes and macros of GTK, and C symbols of libdispatch.
///
/// It has no policy: events and positions pass through unchanged.
#ifndef CGRIDSHIM_H
#define CGRIDSHIM_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// The callbacks of a surface. All are called on the main thread, with the owner's `context`; none is NULL.
typedef struct QuadSurfaceCallbacks {
    /// A requested frame is due: find the damage of the widget, and queue it.
    void (*_Nonnull frame)(void *_Nonnull context);
    /// Draws the area inside `cr`'s clip. `cr` is in the widget's logical pixels and is borrowed for the call.
    void (*_Nonnull draw)(void *_Nonnull context, cairo_t *_Nonnull cr);
    /// The widget has a new size, in logical pixels.
    void (*_Nonnull resize)(void *_Nonnull context, int width, int height);
    /// One of the adjustments has a new value. A kinetic frame calls it twice: only queue a redraw.
    void (*_Nonnull scrolled)(void *_Nonnull context);
    /// An input event. TRUE stops it; FALSE lets GTK propagate it. `event` is borrowed for the call.
    gboolean (*_Nonnull event)(void *_Nonnull context, GdkEvent *_Nonnull event);
    /// Style, scale factor, text direction or the screen changed.
    void (*_Nonnull restyle)(void *_Nonnull context);
    /// The widget is finalized: the context is not used again. Called exactly once.
    void (*_Nonnull release)(void *_Nonnull context);
} QuadSurfaceCallbacks;

/// Returns a new drawing surface that scrolls natively inside a GtkScrolledWindow (it is a GtkScrollable).
///
/// Takes ownership of `context`: `callbacks->release` is called for it when the widget is finalized. `callbacks` is copied.
/// Returns a floating reference, as GTK's own constructors do.
GtkWidget *_Nonnull quad_surface_new(const QuadSurfaceCallbacks *_Nonnull callbacks, void *_Nonnull context);

/// Requests a call of `frame` in the next frame of the frame clock: after all motions, before drawing. Several requests lead to
/// one call. FALSE when the widget is in no window, or in a hidden part of one, and no frame will come: then all of it is drawn
/// once it is shown.
gboolean quad_surface_request_frame(GtkWidget *_Nonnull surface);

/// Returns a new container that requests no width, and shows its child while all of it fits.
///
/// Returns a floating reference, as GTK's own constructors do.
GtkWidget *_Nonnull quad_yielding_bin_new(GtkWidget *_Nonnull child);

/// Returns a new row of two widgets that is as narrow as `rest` may be. The second one, a strip, is added to it as to any
/// container and stands before `rest`: it gets the width that it wants, up to `share` of the row while `rest` has its
/// `least` width.
///
/// Returns a floating reference, as GTK's own constructors do.
GtkWidget *_Nonnull quad_strip_row_new(GtkWidget *_Nonnull rest, int least, double share);

/// Sets the width that the strip of a row wants, in logical pixels.
void quad_strip_row_set_wanted(GtkWidget *_Nonnull row, int wanted);

/// Returns an image surface in memory that the display can read, for a picture of that size in device pixels, white and opaque.
/// Owned by the caller.
cairo_surface_t *_Nonnull quad_surface_create_picture(GtkWidget *_Nonnull surface, int width, int height);

/// Sets the range of the scrollbar of one axis, in logical pixels; the value is kept, clamped to 0 … max(0, upper − page).
/// `step` is the distance of a click on a stepper.
void quad_surface_set_range(GtkWidget *_Nonnull surface, GtkOrientation axis, double upper, double page, double step);

/// Returns the value of the scrollbar of one axis, in logical pixels.
double quad_surface_value(GtkWidget *_Nonnull surface, GtkOrientation axis);

/// Moves the scrollbar of one axis, clamped to its range. Calls `scrolled` after a change.
void quad_surface_set_value(GtkWidget *_Nonnull surface, GtkOrientation axis, double value);

/// Serves libdispatch's main queue from GLib's default main context, so that `DispatchQueue.main` and `@MainActor`
/// run under gtk_main. Idempotent. Returns FALSE when libdispatch has no such queue.
gboolean quad_main_queue_attach(void);

/// A cell of the surface's table, as screen readers see it. Row -1 is that of the columns' headers, column -1 that of the rows'
/// headers.
typedef struct QuadPlace {
    gint64 row;
    gint64 column;
} QuadPlace;

/// The countable things of a table.
typedef enum QuadCount { QUAD_COUNT_ROWS, QUAD_COUNT_COLUMNS, QUAD_COUNT_CHILDREN, QUAD_COUNT_SELECTED } QuadCount;

/// Words about the table or one of its cells. Attributes are lines of "name=value".
typedef enum QuadWords {
    QUAD_WORDS_TABLE_NAME,
    QUAD_WORDS_TABLE_DESCRIPTION,
    QUAD_WORDS_TABLE_ATTRIBUTES,
    QUAD_WORDS_CELL_NAME,
    QUAD_WORDS_CELL_DESCRIPTION,
    QUAD_WORDS_CELL_ATTRIBUTES
} QuadWords;

/// The states of a cell: bits.
enum { QUAD_CELL_ACTIVE = 1, QUAD_CELL_SELECTED = 2, QUAD_CELL_SHOWING = 4, QUAD_CELL_VISIBLE = 8 };

/// The actions on a cell, a row or a column (by their headers), or all (the corner).
typedef enum QuadAct { QUAD_ACT_GO, QUAD_ACT_REVEAL, QUAD_ACT_SELECT, QUAD_ACT_DESELECT, QUAD_ACT_CLEAR } QuadAct;

/// Makes screen readers announce a text of a widget, where the desktop is recent enough for that.
void quad_announce(GtkWidget *_Nonnull widget, const char *_Nonnull text);

/// The requests of a surface's accessible to its owner. All are called on the main thread, with the owner's `context`; none is
/// NULL, and none may wait.
typedef struct QuadAccessibleCallbacks {
    gint64 (*_Nonnull count)(void *_Nonnull context, QuadCount what);
    /// The words, allocated by malloc, for the caller to free; NULL for none. The table's words ignore `place`.
    char *_Nullable (*_Nonnull words)(void *_Nonnull context, QuadWords what, QuadPlace place);
    /// The states of the cell.
    guint (*_Nonnull state)(void *_Nonnull context, QuadPlace place);
    /// The rows and columns that the cell covers; `place` becomes the first of them. FALSE where there is no such cell.
    gboolean (*_Nonnull span)(
        void *_Nonnull context, QuadPlace *_Nonnull place, gint64 *_Nonnull rows, gint64 *_Nonnull columns);
    /// The visible frame of the cell, in the widget's logical pixels. FALSE where it is not visible.
    gboolean (*_Nonnull frame)(void *_Nonnull context, QuadPlace place, GdkRectangle *_Nonnull frame);
    /// The cell at a point of the widget. FALSE where there is none.
    gboolean (*_Nonnull hit)(void *_Nonnull context, int x, int y, QuadPlace *_Nonnull place);
    /// The child with a number. FALSE where there is none.
    gboolean (*_Nonnull child)(void *_Nonnull context, gint64 number, QuadPlace *_Nonnull place);
    /// The number of a child, or -1 where it exceeds the range of requests.
    gint64 (*_Nonnull number)(void *_Nonnull context, QuadPlace place);
    /// The selected cell with a number, from 0 on. FALSE where there is none.
    gboolean (*_Nonnull selected)(void *_Nonnull context, gint64 number, QuadPlace *_Nonnull place);
    /// Writes the first `room` rows (vertical) or columns that are selected as wholes; returns how many it wrote.
    int (*_Nonnull selected_tracks)(void *_Nonnull context, GtkOrientation axis, gint *_Nonnull tracks, int room);
    /// Performs an action on a cell, a row, a column or all. FALSE where it is impossible.
    gboolean (*_Nonnull act)(void *_Nonnull context, QuadAct act, QuadPlace place);
} QuadAccessibleCallbacks;

/// Makes the surface's accessible, once it is requested, a table. `callbacks` is copied, and called with the context of
/// `quad_surface_new`.
void quad_surface_set_table(GtkWidget *_Nonnull surface, const QuadAccessibleCallbacks *_Nonnull callbacks);

/// Returns true where the surface has an accessible, which GTK makes on request or when it gets the keyboard.
gboolean quad_table_exists(GtkWidget *_Nonnull surface);

/// Notifies screen readers that another cell is the active one.
void quad_table_active_changed(GtkWidget *_Nonnull surface, QuadPlace place);

/// Notifies screen readers that the selection has changed.
void quad_table_selection_changed(GtkWidget *_Nonnull surface);

/// Notifies screen readers of inserted rows at `first`, or, where `count` is negative, of removed ones.
void quad_table_rows_changed(GtkWidget *_Nonnull surface, gint64 first, gint64 count);

/// Notifies screen readers that all cells have changed, and makes those with references defunct.
void quad_table_replaced(GtkWidget *_Nonnull surface);

/// Notifies screen readers that a cell's words have changed.
void quad_table_words_changed(GtkWidget *_Nonnull surface, QuadPlace place);

/// Notifies screen readers that the table's own words have changed.
void quad_table_described(GtkWidget *_Nonnull surface);

/// The device that made an event, or GDK_SOURCE_MOUSE when GDK does not say.
GdkInputSource quad_event_source(GdkEvent *_Nonnull event);

/// The style that the theme gives the glow of a scrolled window at an edge: "top", "bottom", "left" or "right". The caller
/// owns the reference.
GtkStyleContext *_Nullable quad_overshoot_style(GtkWidget *_Nonnull widget, const char *_Nonnull edge);

G_END_DECLS

#endif
