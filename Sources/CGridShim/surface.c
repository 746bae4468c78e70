#include "accessible.h"

typedef struct {
    GtkDrawingArea parent;
    QuadSurfaceCallbacks callbacks;
    void *context;
    GtkAdjustment *adjustments[2];
    guint policies[2];
    /// The frame clock whose layout phase the surface handles, while the widget is in a window.
    GdkFrameClock *clock;
    gboolean wants_frame;
    QuadTableOwner table;
} QuadSurface;

typedef struct {
    GtkDrawingAreaClass parent;
} QuadSurfaceClass;

enum { PROP_HADJUSTMENT = 1, PROP_VADJUSTMENT, PROP_HSCROLL_POLICY, PROP_VSCROLL_POLICY };

G_DEFINE_TYPE_WITH_CODE(
    QuadSurface, quad_surface, GTK_TYPE_DRAWING_AREA, G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

static QuadSurface *as_surface(void *object) { return object; }

static void on_value_changed(GtkAdjustment *adjustment, gpointer data) {
    (void)adjustment;
    QuadSurface *self = as_surface(data);
    self->callbacks.scrolled(self->context);
}

/// Replaces the adjustment of an axis. Adds a reference; NULL creates a new one, as GtkScrollable requires.
static void set_adjustment(QuadSurface *self, GtkOrientation axis, GtkAdjustment *adjustment) {
    GtkAdjustment *old = self->adjustments[axis];
    if (adjustment && adjustment == old) return;
    if (!adjustment) adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    self->adjustments[axis] = g_object_ref_sink(adjustment);
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(on_value_changed), self);
    if (old) {
        g_signal_handlers_disconnect_by_data(old, self);
        g_object_unref(old);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    QuadSurface *self = as_surface(object);
    switch (id) {
        case PROP_HADJUSTMENT: g_value_set_object(value, self->adjustments[GTK_ORIENTATION_HORIZONTAL]); break;
        case PROP_VADJUSTMENT: g_value_set_object(value, self->adjustments[GTK_ORIENTATION_VERTICAL]); break;
        case PROP_HSCROLL_POLICY: g_value_set_enum(value, (gint)self->policies[GTK_ORIENTATION_HORIZONTAL]); break;
        case PROP_VSCROLL_POLICY: g_value_set_enum(value, (gint)self->policies[GTK_ORIENTATION_VERTICAL]); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    QuadSurface *self = as_surface(object);
    switch (id) {
        case PROP_HADJUSTMENT: set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, g_value_get_object(value)); break;
        case PROP_VADJUSTMENT: set_adjustment(self, GTK_ORIENTATION_VERTICAL, g_value_get_object(value)); break;
        case PROP_HSCROLL_POLICY: self->policies[GTK_ORIENTATION_HORIZONTAL] = (guint)g_value_get_enum(value); break;
        case PROP_VSCROLL_POLICY: self->policies[GTK_ORIENTATION_VERTICAL] = (guint)g_value_get_enum(value); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void on_layout(GdkFrameClock *clock, gpointer data) {
    (void)clock;
    QuadSurface *self = as_surface(data);
    if (!self->wants_frame) return;
    self->wants_frame = FALSE;
    self->callbacks.frame(self->context);
}

static void leave_clock(QuadSurface *self) {
    if (!self->clock) return;
    g_signal_handlers_disconnect_by_data(self->clock, self);
    g_clear_object(&self->clock);
}

static void unrealize(GtkWidget *widget) {
    leave_clock(as_surface(widget));
    GTK_WIDGET_CLASS(quad_surface_parent_class)->unrealize(widget);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr) {
    QuadSurface *self = as_surface(widget);
    self->callbacks.draw(self->context, cr);
    return FALSE;
}

static void size_allocate(GtkWidget *widget, GtkAllocation *allocation) {
    GTK_WIDGET_CLASS(quad_surface_parent_class)->size_allocate(widget, allocation);
    QuadSurface *self = as_surface(widget);
    self->callbacks.resize(self->context, allocation->width, allocation->height);
}

static gboolean event(GtkWidget *widget, GdkEvent *event) {
    QuadSurface *self = as_surface(widget);
    return self->callbacks.event(self->context, event);
}

static void restyle(QuadSurface *self) { self->callbacks.restyle(self->context); }

static void style_updated(GtkWidget *widget) {
    GTK_WIDGET_CLASS(quad_surface_parent_class)->style_updated(widget);
    // GTK updates the style once during construction, before the callbacks are set.
    if (as_surface(widget)->context) restyle(as_surface(widget));
}

static void direction_changed(GtkWidget *widget, GtkTextDirection previous) {
    GTK_WIDGET_CLASS(quad_surface_parent_class)->direction_changed(widget, previous);
    if (as_surface(widget)->context) restyle(as_surface(widget));
}

static void on_scale_factor(GObject *object, GParamSpec *spec, gpointer data) {
    (void)spec;
    (void)data;
    restyle(as_surface(object));
}

static void dispose(GObject *object) {
    QuadSurface *self = as_surface(object);
    leave_clock(self);
    for (int axis = 0; axis < 2; axis++) {
        if (!self->adjustments[axis]) continue;
        g_signal_handlers_disconnect_by_data(self->adjustments[axis], self);
        g_clear_object(&self->adjustments[axis]);
    }
    G_OBJECT_CLASS(quad_surface_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
    QuadSurface *self = as_surface(object);
    void *context = g_steal_pointer(&self->context);
    self->table.context = NULL;
    if (context) self->callbacks.release(context);
    G_OBJECT_CLASS(quad_surface_parent_class)->finalize(object);
}

static void quad_surface_class_init(QuadSurfaceClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    object->get_property = get_property;
    object->set_property = set_property;
    object->dispose = dispose;
    object->finalize = finalize;
    g_object_class_override_property(object, PROP_HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object, PROP_VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object, PROP_HSCROLL_POLICY, "hscroll-policy");
    g_object_class_override_property(object, PROP_VSCROLL_POLICY, "vscroll-policy");
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    widget->draw = draw;
    widget->unrealize = unrealize;
    widget->size_allocate = size_allocate;
    widget->event = event;
    widget->style_updated = style_updated;
    widget->direction_changed = direction_changed;
    gtk_widget_class_set_css_name(widget, "quadrille");
    // GTK creates the accessible on request.
    gtk_widget_class_set_accessible_type(widget, quad_table_get_type());
}

static void quad_surface_init(QuadSurface *self) {
    GtkWidget *widget = GTK_WIDGET(self);
    gtk_widget_set_can_focus(widget, TRUE);
    gtk_widget_add_events(
        widget, GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK | GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                    | GDK_POINTER_MOTION_MASK | GDK_LEAVE_NOTIFY_MASK | GDK_KEY_PRESS_MASK | GDK_KEY_RELEASE_MASK | GDK_TOUCH_MASK
                    | GDK_TOUCHPAD_GESTURE_MASK);
    g_signal_connect(widget, "notify::scale-factor", G_CALLBACK(on_scale_factor), NULL);
}

GtkWidget *quad_surface_new(const QuadSurfaceCallbacks *callbacks, void *context) {
    QuadSurface *self = g_object_new(quad_surface_get_type(), NULL);
    self->callbacks = *callbacks;
    self->context = context;
    set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, NULL);
    set_adjustment(self, GTK_ORIENTATION_VERTICAL, NULL);
    return GTK_WIDGET(self);
}

void quad_surface_set_table(GtkWidget *surface, const QuadAccessibleCallbacks *callbacks) {
    QuadSurface *self = as_surface(surface);
    self->table.callbacks = *callbacks;
    self->table.context = self->context;
}

QuadTableOwner *quad_surface_table(GtkWidget *surface) { return &as_surface(surface)->table; }

gboolean quad_surface_request_frame(GtkWidget *surface) {
    QuadSurface *self = as_surface(surface);
    GdkFrameClock *clock = gtk_widget_get_mapped(surface) ? gtk_widget_get_frame_clock(surface) : NULL;
    self->wants_frame = clock != NULL;
    if (!clock) return FALSE;
    if (clock != self->clock) {
        leave_clock(self);
        self->clock = g_object_ref(clock);
        // In the layout phase all tick callbacks of the frame have run, such as those of kinetic scrolling, whatever the order
        // in which they were added; and damage queued there is drawn in the same frame.
        g_signal_connect(clock, "layout", G_CALLBACK(on_layout), self);
    }
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
    return TRUE;
}

cairo_surface_t *quad_surface_create_picture(GtkWidget *surface, int width, int height) {
    return gdk_window_create_similar_image_surface(
        gtk_widget_get_window(surface), CAIRO_FORMAT_RGB24, width, height, gtk_widget_get_scale_factor(surface));
}

void quad_surface_set_range(GtkWidget *surface, GtkOrientation axis, double upper, double page, double step) {
    GtkAdjustment *adjustment = as_surface(surface)->adjustments[axis];
    if (!adjustment) return;
    double value = gtk_adjustment_get_value(adjustment);
    gtk_adjustment_configure(
        adjustment, CLAMP(value, 0, MAX(0, upper - page)), 0, MAX(upper, page), step, page * 0.9, page);
}

double quad_surface_value(GtkWidget *surface, GtkOrientation axis) {
    GtkAdjustment *adjustment = as_surface(surface)->adjustments[axis];
    return adjustment ? gtk_adjustment_get_value(adjustment) : 0;
}

void quad_surface_set_value(GtkWidget *surface, GtkOrientation axis, double value) {
    GtkAdjustment *adjustment = as_surface(surface)->adjustments[axis];
    if (adjustment) gtk_adjustment_set_value(adjustment, value);
}

GdkInputSource quad_event_source(GdkEvent *event) {
    GdkDevice *device = gdk_event_get_source_device(event);
    return device ? gdk_device_get_source(device) : GDK_SOURCE_MOUSE;
}

GtkStyleContext *quad_overshoot_style(GtkWidget *widget, const char *edge) {
    GtkWidgetPath *path = gtk_widget_path_new();
    gint place = gtk_widget_path_append_type(path, GTK_TYPE_SCROLLED_WINDOW);
    gtk_widget_path_iter_set_object_name(path, place, "scrolledwindow");
    place = gtk_widget_path_append_type(path, GTK_TYPE_SCROLLED_WINDOW);
    gtk_widget_path_iter_set_object_name(path, place, "overshoot");
    gtk_widget_path_iter_add_class(path, place, edge);
    GtkStyleContext *style = gtk_style_context_new();
    gtk_style_context_set_path(style, path);
    gtk_style_context_set_screen(style, gtk_widget_get_screen(widget));
    gtk_style_context_set_scale(style, gtk_widget_get_scale_factor(widget));
    gtk_widget_path_unref(path);
    return style;
}
