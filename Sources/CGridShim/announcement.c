#include <gtk/gtk.h>

#include "CGridShim.h"

void quad_announce(GtkWidget *widget, const char *text) {
    // Since ATK 2.46.
    guint announcement = g_signal_lookup("announcement", ATK_TYPE_OBJECT);
    AtkObject *accessible = announcement ? gtk_widget_get_accessible(widget) : NULL;
    if (accessible) g_signal_emit(accessible, announcement, 0, text);
}
