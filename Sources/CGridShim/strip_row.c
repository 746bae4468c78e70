#include "CGridShim.h"

/// A container without a window of its own: a strip that gives way, and beside it the widget that takes the rest.
typedef struct {
    GtkContainer parent;
    GtkWidget *rest, *strip;
    /// The width that the strip asks for, the least width of the rest, and the most of the row that the strip takes.
    int wanted, least;
    double share;
} QuadStripRow;

typedef struct {
    GtkContainerClass parent;
} QuadStripRowClass;

G_DEFINE_TYPE(QuadStripRow, quad_strip_row, GTK_TYPE_CONTAINER)

#define QUAD_STRIP_ROW(widget) (G_TYPE_CHECK_INSTANCE_CAST((widget), quad_strip_row_get_type(), QuadStripRow))

static GtkWidget *visible(GtkWidget *child) { return child && gtk_widget_get_visible(child) ? child : NULL; }

static void add(GtkContainer *container, GtkWidget *child) {
    QuadStripRow *self = QUAD_STRIP_ROW(container);
    GtkWidget **place = self->rest ? &self->strip : &self->rest;
    g_return_if_fail(*place == NULL);
    *place = child;
    gtk_widget_set_parent(child, GTK_WIDGET(container));
}

static void remove_child(GtkContainer *container, GtkWidget *child) {
    QuadStripRow *self = QUAD_STRIP_ROW(container);
    if (child == self->strip) self->strip = NULL;
    if (child == self->rest) self->rest = NULL;
    gtk_widget_unparent(child);
    gtk_widget_queue_resize(GTK_WIDGET(container));
}

static void forall(GtkContainer *container, gboolean internals, GtkCallback callback, gpointer data) {
    QuadStripRow *self = QUAD_STRIP_ROW(container);
    (void)internals;
    // In the order of reading. The callback may remove the child.
    if (self->strip) callback(self->strip, data);
    if (self->rest) callback(self->rest, data);
}

static GType child_type(GtkContainer *container) {
    (void)container;
    return GTK_TYPE_WIDGET;
}

static GtkSizeRequestMode get_request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void get_preferred_width(GtkWidget *widget, gint *minimum, gint *natural) {
    QuadStripRow *self = QUAD_STRIP_ROW(widget);
    // GTK wants every child to be asked before its allocation.
    if (visible(self->strip)) gtk_widget_get_preferred_width(self->strip, minimum, natural);
    *minimum = *natural = 0;
    if (visible(self->rest)) gtk_widget_get_preferred_width(self->rest, minimum, natural);
    if (visible(self->strip)) *natural += self->wanted;
}

static void get_preferred_height(GtkWidget *widget, gint *minimum, gint *natural) {
    QuadStripRow *self = QUAD_STRIP_ROW(widget);
    GtkWidget *children[] = {visible(self->strip), visible(self->rest)};
    *minimum = *natural = 0;
    for (int index = 0; index < 2; index++) {
        gint least = 0, whole = 0;
        if (!children[index]) continue;
        gtk_widget_get_preferred_height(children[index], &least, &whole);
        *minimum = MAX(*minimum, least);
        *natural = MAX(*natural, whole);
    }
}

static void size_allocate(GtkWidget *widget, GtkAllocation *allocation) {
    QuadStripRow *self = QUAD_STRIP_ROW(widget);
    GtkAllocation strip = *allocation, rest = *allocation;
    gboolean is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    gtk_widget_set_allocation(widget, allocation);
    strip.width = 0;
    if (visible(self->strip)) {
        int room = MAX(MIN((int)(allocation->width * self->share), allocation->width - self->least), allocation->width / 3);
        strip.width = MAX(1, MIN(self->wanted, room));
    }
    rest.width = MAX(1, allocation->width - strip.width);
    if (is_mirrored) strip.x += rest.width;
    else rest.x += strip.width;
    if (visible(self->strip)) gtk_widget_size_allocate(self->strip, &strip);
    if (visible(self->rest)) gtk_widget_size_allocate(self->rest, &rest);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr) {
    QuadStripRow *self = QUAD_STRIP_ROW(widget);
    GtkWidget *children[] = {visible(self->strip), visible(self->rest)};
    GtkAllocation all;
    gtk_widget_get_allocation(widget, &all);
    for (int index = 0; index < 2; index++) {
        GtkAllocation place;
        if (!children[index]) continue;
        gtk_widget_get_allocation(children[index], &place);
        cairo_save(cr);
        // Either may have less room than it needs until it has adapted.
        cairo_rectangle(cr, place.x - all.x, 0, place.width, all.height);
        cairo_clip(cr);
        gtk_container_propagate_draw(GTK_CONTAINER(widget), children[index], cr);
        cairo_restore(cr);
    }
    return FALSE;
}

static void quad_strip_row_class_init(QuadStripRowClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    GtkContainerClass *container_class = GTK_CONTAINER_CLASS(class);
    container_class->add = add;
    container_class->remove = remove_child;
    container_class->forall = forall;
    container_class->child_type = child_type;
    widget_class->get_request_mode = get_request_mode;
    widget_class->get_preferred_width = get_preferred_width;
    widget_class->get_preferred_height = get_preferred_height;
    widget_class->size_allocate = size_allocate;
    widget_class->draw = draw;
    gtk_widget_class_set_accessible_role(widget_class, ATK_ROLE_FILLER);
}

static void quad_strip_row_init(QuadStripRow *self) { gtk_widget_set_has_window(GTK_WIDGET(self), FALSE); }

GtkWidget *quad_strip_row_new(GtkWidget *rest, int least, double share) {
    QuadStripRow *self = g_object_new(quad_strip_row_get_type(), NULL);
    self->least = least;
    self->share = share;
    gtk_container_add(GTK_CONTAINER(self), rest);
    return GTK_WIDGET(self);
}

void quad_strip_row_set_wanted(GtkWidget *row, int wanted) {
    QuadStripRow *self = QUAD_STRIP_ROW(row);
    if (self->wanted == wanted) return;
    self->wanted = wanted;
    gtk_widget_queue_resize(row);
}
