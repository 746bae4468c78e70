/// The declarations that the files of the accessible table share. Not for Swift.
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
    /// The cells that somebody holds, by their places. Not owned: each takes itself out when it goes.
    GHashTable *cells;
    /// The active cell, held so that it is there when it is asked for.
    QuadCell *active;
    char *words[2];
} QuadTable;

GType quad_table_get_type(void);

/// Whom to ask; NULL once the widget is gone.
QuadTableOwner *quad_table_owner(QuadTable *table);

/// The widget; NULL once it is gone.
GtkWidget *quad_table_widget(QuadTable *table);

/// A reference to the cell at a place, or to the merged one that covers it; NULL where there is none.
AtkObject *quad_table_ref(QuadTable *table, QuadPlace place);

/// Forgets a cell that goes.
void quad_table_forget(QuadTable *table, QuadCell *cell);

/// A position on the screen, in the window or in the widget as one of the widget, or the other way round (`sign` -1).
void quad_table_translate(GtkWidget *widget, AtkCoordType type, int sign, int *x, int *y);

AtkAttributeSet *quad_attributes(char *lines);

/// A cell: one object for each that is asked for, which knows its place and asks for all else.
struct QuadCell {
    AtkObject parent;
    /// NULL once the cell is of no use any more.
    QuadTable *table;
    QuadPlace place;
    char *words[2];
};

GType quad_cell_get_type(void);
void quad_cell_text_init(AtkTextIface *interface);
QuadCell *quad_cell_new(QuadTable *table, QuadPlace place);

/// The cell stands for nothing any more.
void quad_cell_retire(QuadCell *cell);

static inline gint quad_clamp(gint64 number) { return (gint)CLAMP(number, G_MININT, G_MAXINT); }

#endif
