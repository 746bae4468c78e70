#include "CGridShim.h"

/// A container without a window of its own, whose only child is visible while all of it fits.
typedef struct {
    GtkBin parent;
} QuadYieldingBin;

typedef struct {
    GtkBinClass parent;
} QuadYieldingBinClass;

G_DEFINE_TYPE(QuadYieldingBin, quad_yielding_bin, GTK_TYPE_BIN)

static GtkWidget *child_of(GtkWidget *widget) { return gtk_bin_get_child(GTK_BIN(widget)); }

static void get_preferred_width(GtkWidget *widget, gint *minimum, gint *natural) {
    gint least = 0;
    GtkWidget *child = child_of(widget);
    *minimum = *natural = 0;
    if (child && gtk_widget_get_visible(child)) gtk_widget_get_preferred_width(child, &least, natural);
}

static void get_preferred_height(GtkWidget *widget, gint *minimum, gint *natural) {
    GtkWidget *child = child_of(widget);
    *minimum = *natural = 0;
    if (child && gtk_widget_get_visible(child)) gtk_widget_get_preferred_height(child, minimum, natural);
}

static void size_allocate(GtkWidget *widget, GtkAllocation *allocation) {
    gint least = 0, natural = 0;
    GtkWidget *child = child_of(widget);
    gtk_widget_set_allocation(widget, allocation);
    if (!child || !gtk_widget_get_visible(child)) return;
    gtk_widget_get_preferred_width(child, &least, &natural);
    gtk_widget_set_child_visible(child, allocation->width >= least);
    if (allocation->width >= least) gtk_widget_size_allocate(child, allocation);
}

static void quad_yielding_bin_class_init(QuadYieldingBinClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    widget_class->get_preferred_width = get_preferred_width;
    widget_class->get_preferred_height = get_preferred_height;
    widget_class->size_allocate = size_allocate;
}

static void quad_yielding_bin_init(QuadYieldingBin *self) { gtk_widget_set_has_window(GTK_WIDGET(self), FALSE); }

GtkWidget *quad_yielding_bin_new(GtkWidget *child) {
    GtkWidget *self = g_object_new(quad_yielding_bin_get_type(), NULL);
    gtk_container_add(GTK_CONTAINER(self), child);
    return self;
}
