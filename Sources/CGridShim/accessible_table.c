#include "accessible.h"

/// The greatest number of reported rows or columns that are selected as wholes.
enum { TRACK_LIMIT = 4096 };

typedef struct {
    GtkWidgetAccessibleClass parent;
} QuadTableClass;

static void component_init(AtkComponentIface *interface);
static void table_init(AtkTableIface *interface);
static void selection_init(AtkSelectionIface *interface);

G_DEFINE_TYPE_WITH_CODE(
    QuadTable, quad_table, GTK_TYPE_WIDGET_ACCESSIBLE, G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, component_init)
                                                           G_IMPLEMENT_INTERFACE(ATK_TYPE_TABLE, table_init)
                                                               G_IMPLEMENT_INTERFACE(ATK_TYPE_SELECTION, selection_init))

static QuadTable *as_table(void *object) { return object; }

GtkWidget *quad_table_widget(QuadTable *table) { return gtk_accessible_get_widget(GTK_ACCESSIBLE(table)); }

QuadTableOwner *quad_table_owner(QuadTable *table) {
    GtkWidget *widget = quad_table_widget(table);
    QuadTableOwner *owner = widget ? quad_surface_table(widget) : NULL;
    return owner && owner->context ? owner : NULL;
}

static gint64 count(void *object, QuadCount what) {
    QuadTableOwner *owner = quad_table_owner(as_table(object));
    return owner ? owner->callbacks.count(owner->context, what) : 0;
}

// MARK: Cells, created on request.

static guint hash_place(const void *key) {
    const QuadPlace *place = key;
    return (guint)(place->row * 31 + place->column) ^ (guint)(place->row >> 32);
}

static gboolean equal_places(const void *a, const void *b) {
    const QuadPlace *one = a, *other = b;
    return one->row == other->row && one->column == other->column;
}

AtkObject *quad_table_ref(QuadTable *table, QuadPlace place) {
    QuadTableOwner *owner = quad_table_owner(table);
    gint64 rows = 1, columns = 1;
    if (!owner || !owner->callbacks.span(owner->context, &place, &rows, &columns)) return NULL;
    QuadCell *cell = g_hash_table_lookup(table->cells, &place);
    if (cell) return g_object_ref(ATK_OBJECT(cell));
    cell = quad_cell_new(table, place);
    g_hash_table_insert(table->cells, &cell->place, cell);
    return ATK_OBJECT(cell);
}

void quad_table_forget(QuadTable *table, QuadCell *cell) { g_hash_table_remove(table->cells, &cell->place); }

/// Makes all cells defunct after their rows or columns changed.
static void retire_cells(QuadTable *self) {
    GList *cells = g_hash_table_get_values(self->cells);
    // Notifying clients of one cell may release another.
    g_list_foreach(cells, (GFunc)(void (*)(void))g_object_ref, NULL);
    for (GList *cell = cells; cell; cell = cell->next) quad_cell_retire(cell->data);
    g_list_free_full(cells, g_object_unref);
    g_clear_object(&self->active);
}

static AtkObject *ref_child(AtkObject *object, int number) {
    QuadTableOwner *owner = quad_table_owner(as_table(object));
    QuadPlace place;
    if (!owner || !owner->callbacks.child(owner->context, number, &place)) return NULL;
    return quad_table_ref(as_table(object), place);
}

static int get_n_children(AtkObject *object) { return quad_clamp(count(object, QUAD_COUNT_CHILDREN)); }

// MARK: The table itself.

static const char *words(AtkObject *object, QuadWords what) {
    QuadTable *self = as_table(object);
    QuadTableOwner *owner = quad_table_owner(self);
    char **kept = &self->words[what == QUAD_WORDS_TABLE_NAME ? 0 : 1];
    free(*kept);
    *kept = owner ? owner->callbacks.words(owner->context, what, (QuadPlace){-1, -1}) : NULL;
    return *kept;
}

static const char *get_name(AtkObject *object) { return words(object, QUAD_WORDS_TABLE_NAME); }

static const char *get_description(AtkObject *object) { return words(object, QUAD_WORDS_TABLE_DESCRIPTION); }

AtkAttributeSet *quad_attributes(char *lines) {
    if (!lines) return NULL;
    AtkAttributeSet *set = NULL;
    char **split = g_strsplit(lines, "\n", -1);
    for (char **line = split; *line; line++) {
        char *equal = strchr(*line, '=');
        if (!equal) continue;
        AtkAttribute *attribute = g_new(AtkAttribute, 1);
        attribute->name = g_strndup(*line, (gsize)(equal - *line));
        attribute->value = g_strdup(equal + 1);
        set = g_slist_append(set, attribute);
    }
    g_strfreev(split);
    free(lines);
    return set;
}

static AtkAttributeSet *get_attributes(AtkObject *object) {
    AtkAttributeSet *set = ATK_OBJECT_CLASS(quad_table_parent_class)->get_attributes(object);
    QuadTableOwner *owner = quad_table_owner(as_table(object));
    if (!owner) return set;
    char *lines = owner->callbacks.words(owner->context, QUAD_WORDS_TABLE_ATTRIBUTES, (QuadPlace){-1, -1});
    return g_slist_concat(set, quad_attributes(lines));
}

static AtkStateSet *ref_state_set(AtkObject *object) {
    AtkStateSet *set = ATK_OBJECT_CLASS(quad_table_parent_class)->ref_state_set(object);
    if (!quad_table_owner(as_table(object))) return set;
    atk_state_set_add_state(set, ATK_STATE_MANAGES_DESCENDANTS);
    atk_state_set_add_state(set, ATK_STATE_MULTISELECTABLE);
    return set;
}

static void initialize(AtkObject *object, void *data) {
    ATK_OBJECT_CLASS(quad_table_parent_class)->initialize(object, data);
    atk_object_set_role(object, ATK_ROLE_TABLE);
}

static void widget_set(GtkAccessible *accessible) {
    GtkAccessibleClass *parent = GTK_ACCESSIBLE_CLASS(quad_table_parent_class);
    if (parent->widget_set) parent->widget_set(accessible);
    quad_surface_table(gtk_accessible_get_widget(accessible))->accessible = as_table(accessible);
}

static void widget_unset(GtkAccessible *accessible) {
    quad_surface_table(gtk_accessible_get_widget(accessible))->accessible = NULL;
    retire_cells(as_table(accessible));
    GtkAccessibleClass *parent = GTK_ACCESSIBLE_CLASS(quad_table_parent_class);
    if (parent->widget_unset) parent->widget_unset(accessible);
}

static void finalize(GObject *object) {
    QuadTable *self = as_table(object);
    retire_cells(self);
    g_hash_table_unref(self->cells);
    for (int index = 0; index < 2; index++) free(self->words[index]);
    G_OBJECT_CLASS(quad_table_parent_class)->finalize(object);
}

static void quad_table_class_init(QuadTableClass *class) {
    G_OBJECT_CLASS(class)->finalize = finalize;
    AtkObjectClass *object = ATK_OBJECT_CLASS(class);
    object->initialize = initialize;
    object->get_name = get_name;
    object->get_description = get_description;
    object->get_attributes = get_attributes;
    object->ref_state_set = ref_state_set;
    object->get_n_children = get_n_children;
    object->ref_child = ref_child;
    GtkAccessibleClass *accessible = GTK_ACCESSIBLE_CLASS(class);
    accessible->widget_set = widget_set;
    accessible->widget_unset = widget_unset;
}

static void quad_table_init(QuadTable *self) { self->cells = g_hash_table_new(hash_place, equal_places); }

void quad_table_translate(GtkWidget *widget, AtkCoordType type, int sign, int *x, int *y) {
    GdkWindow *window = gtk_widget_get_window(widget);
    if (!window || type == ATK_XY_PARENT) return;
    int left = 0, top = 0;
    gdk_window_get_origin(window, &left, &top);
    if (type == ATK_XY_WINDOW) {
        int outer_left = 0, outer_top = 0;
        gdk_window_get_origin(gdk_window_get_toplevel(window), &outer_left, &outer_top);
        left -= outer_left;
        top -= outer_top;
    }
    *x += sign * left;
    *y += sign * top;
}

static AtkObject *ref_accessible_at_point(AtkComponent *component, int x, int y, AtkCoordType type) {
    QuadTable *self = as_table(component);
    QuadTableOwner *owner = quad_table_owner(self);
    QuadPlace place;
    if (!owner) return NULL;
    quad_table_translate(quad_table_widget(self), type, -1, &x, &y);
    return owner->callbacks.hit(owner->context, x, y, &place) ? quad_table_ref(self, place) : NULL;
}

/// All other functions are those of any widget.
static void component_init(AtkComponentIface *interface) {
    interface->ref_accessible_at_point = ref_accessible_at_point;
}

// MARK: Rows and columns.

static AtkObject *ref_at(AtkTable *table, int row, int column) {
    return row < 0 || column < 0 ? NULL : quad_table_ref(as_table(table), (QuadPlace){row, column});
}

static int get_index_at(AtkTable *table, int row, int column) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    return owner ? quad_clamp(owner->callbacks.number(owner->context, (QuadPlace){row, column})) : -1;
}

static QuadPlace place_at(AtkTable *table, int number) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    QuadPlace place = {-1, -1};
    if (owner && !owner->callbacks.child(owner->context, number, &place)) place = (QuadPlace){-1, -1};
    return place;
}

static int get_row_at_index(AtkTable *table, int number) { return quad_clamp(place_at(table, number).row); }

static int get_column_at_index(AtkTable *table, int number) { return quad_clamp(place_at(table, number).column); }

static int get_n_rows(AtkTable *table) { return quad_clamp(count(table, QUAD_COUNT_ROWS)); }

static int get_n_columns(AtkTable *table) { return quad_clamp(count(table, QUAD_COUNT_COLUMNS)); }

static int extent(AtkTable *table, int row, int column, gboolean of_rows) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    QuadPlace place = {row, column};
    gint64 rows = 0, columns = 0;
    if (!owner || !owner->callbacks.span(owner->context, &place, &rows, &columns)) return 0;
    return quad_clamp(of_rows ? rows : columns);
}

static int get_row_extent_at(AtkTable *table, int row, int column) { return extent(table, row, column, TRUE); }

static int get_column_extent_at(AtkTable *table, int row, int column) { return extent(table, row, column, FALSE); }

/// Returns a borrowed header: the table keeps a reference until the next request, and callers take their own before that.
static AtkObject *header(AtkTable *table, QuadPlace place) {
    AtkObject *cell = quad_table_ref(as_table(table), place);
    if (cell) g_object_set_data_full(G_OBJECT(table), place.row < 0 ? "quad-column" : "quad-row", cell, g_object_unref);
    return cell;
}

static AtkObject *get_column_header(AtkTable *table, int column) { return header(table, (QuadPlace){-1, column}); }

static AtkObject *get_row_header(AtkTable *table, int row) { return header(table, (QuadPlace){row, -1}); }

static const char *get_column_description(AtkTable *table, int column) {
    AtkObject *cell = get_column_header(table, column);
    return cell ? atk_object_get_name(cell) : NULL;
}

static const char *get_row_description(AtkTable *table, int row) {
    AtkObject *cell = get_row_header(table, row);
    return cell ? atk_object_get_name(cell) : NULL;
}

static gboolean is_at(AtkTable *table, QuadPlace place, guint state) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    return owner && (owner->callbacks.state(owner->context, place) & state) == state;
}

static gboolean is_selected(AtkTable *table, int row, int column) {
    return is_at(table, (QuadPlace){row, column}, QUAD_CELL_SELECTED);
}

static gboolean is_row_selected(AtkTable *table, int row) { return is_selected(table, row, -1); }

static gboolean is_column_selected(AtkTable *table, int column) { return is_selected(table, -1, column); }

static int selected_tracks(AtkTable *table, GtkOrientation axis, int **selected) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    int *tracks = g_new(int, TRACK_LIMIT);
    int length = owner ? owner->callbacks.selected_tracks(owner->context, axis, tracks, TRACK_LIMIT) : 0;
    if (selected) {
        *selected = tracks;
    } else {
        g_free(tracks);
    }
    return length;
}

static int get_selected_rows(AtkTable *table, int **selected) {
    return selected_tracks(table, GTK_ORIENTATION_VERTICAL, selected);
}

static int get_selected_columns(AtkTable *table, int **selected) {
    return selected_tracks(table, GTK_ORIENTATION_HORIZONTAL, selected);
}

static gboolean act(void *table, QuadAct what, QuadPlace place) {
    QuadTableOwner *owner = quad_table_owner(as_table(table));
    return owner && owner->callbacks.act(owner->context, what, place);
}

static gboolean add_row_selection(AtkTable *table, int row) {
    return act(table, QUAD_ACT_SELECT, (QuadPlace){row, -1});
}

static gboolean remove_row_selection(AtkTable *table, int row) {
    return act(table, QUAD_ACT_DESELECT, (QuadPlace){row, -1});
}

static gboolean add_column_selection(AtkTable *table, int column) {
    return act(table, QUAD_ACT_SELECT, (QuadPlace){-1, column});
}

static gboolean remove_column_selection(AtkTable *table, int column) {
    return act(table, QUAD_ACT_DESELECT, (QuadPlace){-1, column});
}

static void table_init(AtkTableIface *interface) {
    interface->ref_at = ref_at;
    interface->get_index_at = get_index_at;
    interface->get_row_at_index = get_row_at_index;
    interface->get_column_at_index = get_column_at_index;
    interface->get_n_rows = get_n_rows;
    interface->get_n_columns = get_n_columns;
    interface->get_row_extent_at = get_row_extent_at;
    interface->get_column_extent_at = get_column_extent_at;
    interface->get_column_header = get_column_header;
    interface->get_row_header = get_row_header;
    interface->get_column_description = get_column_description;
    interface->get_row_description = get_row_description;
    interface->is_selected = is_selected;
    interface->is_row_selected = is_row_selected;
    interface->is_column_selected = is_column_selected;
    interface->get_selected_rows = get_selected_rows;
    interface->get_selected_columns = get_selected_columns;
    interface->add_row_selection = add_row_selection;
    interface->remove_row_selection = remove_row_selection;
    interface->add_column_selection = add_column_selection;
    interface->remove_column_selection = remove_column_selection;
}

// MARK: Selection, by children.

static gboolean act_on_child(AtkSelection *selection, QuadAct what, int number) {
    QuadTableOwner *owner = quad_table_owner(as_table(selection));
    QuadPlace place;
    return owner && owner->callbacks.child(owner->context, number, &place)
        && owner->callbacks.act(owner->context, what, place);
}

static gboolean add_selection(AtkSelection *selection, int number) {
    return act_on_child(selection, QUAD_ACT_SELECT, number);
}

static gboolean clear_selection(AtkSelection *selection) {
    return act(selection, QUAD_ACT_CLEAR, (QuadPlace){-1, -1});
}

static gboolean select_all_selection(AtkSelection *selection) {
    return act(selection, QUAD_ACT_SELECT, (QuadPlace){-1, -1});
}

static int get_selection_count(AtkSelection *selection) { return quad_clamp(count(selection, QUAD_COUNT_SELECTED)); }

static gboolean selected_place(AtkSelection *selection, int number, QuadPlace *place) {
    QuadTableOwner *owner = quad_table_owner(as_table(selection));
    return owner && owner->callbacks.selected(owner->context, number, place);
}

static AtkObject *ref_selection(AtkSelection *selection, int number) {
    QuadPlace place;
    return selected_place(selection, number, &place) ? quad_table_ref(as_table(selection), place) : NULL;
}

static gboolean remove_selection(AtkSelection *selection, int number) {
    QuadPlace place;
    return selected_place(selection, number, &place) && act(selection, QUAD_ACT_DESELECT, place);
}

static gboolean is_child_selected(AtkSelection *selection, int number) {
    QuadTableOwner *owner = quad_table_owner(as_table(selection));
    QuadPlace place;
    if (!owner || !owner->callbacks.child(owner->context, number, &place)) return FALSE;
    return is_at(ATK_TABLE(selection), place, QUAD_CELL_SELECTED);
}

static void selection_init(AtkSelectionIface *interface) {
    interface->add_selection = add_selection;
    interface->clear_selection = clear_selection;
    interface->select_all_selection = select_all_selection;
    interface->get_selection_count = get_selection_count;
    interface->ref_selection = ref_selection;
    interface->remove_selection = remove_selection;
    interface->is_child_selected = is_child_selected;
}

// MARK: Notifications.

gboolean quad_table_exists(GtkWidget *surface) { return quad_surface_table(surface)->accessible != NULL; }

void quad_table_active_changed(GtkWidget *surface, QuadPlace place) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    QuadCell *cell = self ? (QuadCell *)quad_table_ref(self, place) : NULL;
    if (!cell) return;
    QuadCell *old = self->active;
    self->active = cell;
    g_signal_emit_by_name(self, "active-descendant-changed", cell);
    g_clear_object(&old);
}

void quad_table_selection_changed(GtkWidget *surface) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    if (self) g_signal_emit_by_name(self, "selection-changed");
}

void quad_table_rows_changed(GtkWidget *surface, gint64 first, gint64 number) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    if (!self || number == 0) return;
    if (number < 0) retire_cells(self);
    g_signal_emit_by_name(
        self, number > 0 ? "row-inserted" : "row-deleted", quad_clamp(first), quad_clamp(ABS(number)));
}

void quad_table_replaced(GtkWidget *surface) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    if (!self) return;
    retire_cells(self);
    g_signal_emit_by_name(self, "model-changed");
    g_signal_emit_by_name(self, "visible-data-changed");
}

void quad_table_words_changed(GtkWidget *surface, QuadPlace place) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    QuadCell *cell = self ? g_hash_table_lookup(self->cells, &place) : NULL;
    if (!cell) return;
    g_object_ref(cell);
    g_object_notify(G_OBJECT(cell), "accessible-name");
    g_object_notify(G_OBJECT(cell), "accessible-description");
    g_object_unref(cell);
}

void quad_table_described(GtkWidget *surface) {
    QuadTable *self = quad_surface_table(surface)->accessible;
    if (!self) return;
    g_object_notify(G_OBJECT(self), "accessible-name");
    g_object_notify(G_OBJECT(self), "accessible-description");
}
