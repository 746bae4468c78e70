/// The shared declarations of the accessible table's files. Not for Swift.
#ifndef QUAD_ACCESSIBLE_H
#define QUAD_ACCESSIBLE_H

#include <gtk/gtk-a11y.h>

#include "CGridShim.h"

/// The accessible of a surface and its callbacks.
typedef struct {
    QuadAccessibleCallbacks callbacks;
    /// NULL before and after the owner's lifetime.
    void *context;
    /// NULL until an accessible is requested. Not owned: GTK's widget owns it.
    struct QuadTable *accessible;
} QuadTableOwner;

QuadTableOwner *quad_surface_table(GtkWidget *surface);

typedef struct QuadCell QuadCell;

typedef struct QuadTable {
    GtkWidgetAccessible parent;
    /// The cells with references, by their positions. Not owned: each removes itself when it is finalized.
    GHashTable *cells;
    /// The active cell, retained so that it exists when it is requested.
    QuadCell *active;
    char *words[2];
} QuadTable;

GType quad_table_get_type(void);

/// The owner of the callbacks; NULL once the widget is gone.
QuadTableOwner *quad_table_owner(QuadTable *table);

/// The widget; NULL once it is gone.
GtkWidget *quad_table_widget(QuadTable *table);

/// Returns a new reference to the cell at a position, or to the merged one that covers it; NULL where there is none.
AtkObject *quad_table_ref(QuadTable *table, QuadPlace place);

/// Removes a finalized or retired cell.
void quad_table_forget(QuadTable *table, QuadCell *cell);

/// Converts a position on the screen, in the window or in the widget to one of the widget (`sign` -1), or the other way round
/// (1).
void quad_table_translate(GtkWidget *widget, AtkCoordType type, int sign, int *x, int *y);

AtkAttributeSet *quad_attributes(char *lines);

/// A cell, created on request, which knows its position and requests all else from the owner.
struct QuadCell {
    AtkObject parent;
    /// NULL once the cell is defunct.
    QuadTable *table;
    QuadPlace place;
    char *words[2];
};

GType quad_cell_get_type(void);
void quad_cell_text_init(AtkTextIface *interface);
QuadCell *quad_cell_new(QuadTable *table, QuadPlace place);

/// Makes the cell defunct.
void quad_cell_retire(QuadCell *cell);

static inline gint quad_clamp(gint64 number) { return (gint)CLAMP(number, G_MININT, G_MAXINT); }

#endif
