#include "accessible.h"

typedef struct {
    AtkObjectClass parent;
} QuadCellClass;

static void component_init(AtkComponentIface *interface);
static void table_cell_init(AtkTableCellIface *interface);

G_DEFINE_TYPE_WITH_CODE(
    QuadCell, quad_cell, ATK_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, component_init)
                                              G_IMPLEMENT_INTERFACE(ATK_TYPE_TABLE_CELL, table_cell_init)
                                                  G_IMPLEMENT_INTERFACE(ATK_TYPE_TEXT, quad_cell_text_init))

static QuadCell *as_cell(void *object) { return object; }

/// The owner of a cell's callbacks; NULL where the cell is defunct.
static QuadTableOwner *owner(void *object) {
    QuadTable *table = as_cell(object)->table;
    return table ? quad_table_owner(table) : NULL;
}

/// Returns words that live until the next request for them.
static const char *words(void *object, QuadWords what) {
    QuadCell *self = as_cell(object);
    QuadTableOwner *asked = owner(self);
    char **kept = &self->words[what == QUAD_WORDS_CELL_NAME ? 0 : 1];
    free(*kept);
    *kept = asked ? asked->callbacks.words(asked->context, what, self->place) : NULL;
    return *kept;
}

static const char *get_name(AtkObject *object) { return words(object, QUAD_WORDS_CELL_NAME); }

static const char *get_description(AtkObject *object) { return words(object, QUAD_WORDS_CELL_DESCRIPTION); }

static AtkObject *get_parent(AtkObject *object) { return (AtkObject *)as_cell(object)->table; }

static int get_index_in_parent(AtkObject *object) {
    QuadTableOwner *asked = owner(object);
    return asked ? quad_clamp(asked->callbacks.number(asked->context, as_cell(object)->place)) : -1;
}

static AtkRole get_role(AtkObject *object) {
    QuadPlace place = as_cell(object)->place;
    if (place.row < 0) return ATK_ROLE_TABLE_COLUMN_HEADER;
    return place.column < 0 ? ATK_ROLE_TABLE_ROW_HEADER : ATK_ROLE_TABLE_CELL;
}

static AtkStateSet *ref_state_set(AtkObject *object) {
    AtkStateSet *set = ATK_OBJECT_CLASS(quad_cell_parent_class)->ref_state_set(object);
    // Clients should release transient cells soon: there may be any number.
    atk_state_set_add_state(set, ATK_STATE_TRANSIENT);
    QuadTableOwner *asked = owner(object);
    if (!asked) {
        atk_state_set_add_state(set, ATK_STATE_DEFUNCT);
        return set;
    }
    QuadPlace place = as_cell(object)->place;
    guint state = asked->callbacks.state(asked->context, place);
    GtkWidget *widget = quad_table_widget(as_cell(object)->table);
    atk_state_set_add_state(set, ATK_STATE_ENABLED);
    atk_state_set_add_state(set, ATK_STATE_SENSITIVE);
    atk_state_set_add_state(set, ATK_STATE_SELECTABLE);
    if (place.row >= 0 && place.column >= 0) atk_state_set_add_state(set, ATK_STATE_FOCUSABLE);
    if (state & QUAD_CELL_VISIBLE) atk_state_set_add_state(set, ATK_STATE_VISIBLE);
    if (state & QUAD_CELL_SHOWING && gtk_widget_get_mapped(widget)) atk_state_set_add_state(set, ATK_STATE_SHOWING);
    if (state & QUAD_CELL_SELECTED) atk_state_set_add_state(set, ATK_STATE_SELECTED);
    if (state & QUAD_CELL_ACTIVE) {
        atk_state_set_add_state(set, ATK_STATE_ACTIVE);
        if (gtk_widget_has_focus(widget)) atk_state_set_add_state(set, ATK_STATE_FOCUSED);
    }
    return set;
}

static AtkAttributeSet *get_attributes(AtkObject *object) {
    QuadTableOwner *asked = owner(object);
    if (!asked) return NULL;
    return quad_attributes(asked->callbacks.words(asked->context, QUAD_WORDS_CELL_ATTRIBUTES, as_cell(object)->place));
}

static void finalize(GObject *object) {
    QuadCell *self = as_cell(object);
    if (self->table) quad_table_forget(self->table, self);
    for (int index = 0; index < 2; index++) free(self->words[index]);
    G_OBJECT_CLASS(quad_cell_parent_class)->finalize(object);
}

static void quad_cell_class_init(QuadCellClass *class) {
    G_OBJECT_CLASS(class)->finalize = finalize;
    AtkObjectClass *object = ATK_OBJECT_CLASS(class);
    object->get_name = get_name;
    object->get_description = get_description;
    object->get_parent = get_parent;
    object->get_index_in_parent = get_index_in_parent;
    object->get_role = get_role;
    object->ref_state_set = ref_state_set;
    object->get_attributes = get_attributes;
}

static void quad_cell_init(QuadCell *self) { self->place = (QuadPlace){0, 0}; }

QuadCell *quad_cell_new(QuadTable *table, QuadPlace place) {
    QuadCell *self = g_object_new(quad_cell_get_type(), NULL);
    self->table = table;
    self->place = place;
    return self;
}

void quad_cell_retire(QuadCell *cell) {
    if (!cell->table) return;
    quad_table_forget(cell->table, cell);
    cell->table = NULL;
    atk_object_notify_state_change(ATK_OBJECT(cell), ATK_STATE_DEFUNCT, TRUE);
}

// MARK: Position.

static void get_extents(AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType type) {
    QuadTableOwner *asked = owner(component);
    GdkRectangle frame;
    if (!asked || !asked->callbacks.frame(asked->context, as_cell(component)->place, &frame)) {
        // ATK's values for an object without a position.
        *x = *y = *width = *height = -1;
        return;
    }
    quad_table_translate(quad_table_widget(as_cell(component)->table), type, 1, &frame.x, &frame.y);
    *x = frame.x;
    *y = frame.y;
    *width = frame.width;
    *height = frame.height;
}

static gboolean act(void *object, QuadAct what) {
    QuadTableOwner *asked = owner(object);
    return asked && asked->callbacks.act(asked->context, what, as_cell(object)->place);
}

static gboolean grab_focus(AtkComponent *component) {
    if (!act(component, QUAD_ACT_GO)) return FALSE;
    gtk_widget_grab_focus(quad_table_widget(as_cell(component)->table));
    return TRUE;
}

static gboolean scroll_to(AtkComponent *component, AtkScrollType type) {
    (void)type;
    return act(component, QUAD_ACT_REVEAL);
}

static void component_init(AtkComponentIface *interface) {
    interface->get_extents = get_extents;
    interface->grab_focus = grab_focus;
    interface->scroll_to = scroll_to;
}

// MARK: Row and column.

static gboolean get_row_column_span(AtkTableCell *cell, int *row, int *column, int *row_span, int *column_span) {
    QuadTableOwner *asked = owner(cell);
    QuadPlace place = as_cell(cell)->place;
    gint64 rows = 1, columns = 1;
    if (!asked || !asked->callbacks.span(asked->context, &place, &rows, &columns)) return FALSE;
    if (row) *row = quad_clamp(place.row);
    if (column) *column = quad_clamp(place.column);
    if (row_span) *row_span = quad_clamp(rows);
    if (column_span) *column_span = quad_clamp(columns);
    return TRUE;
}

static gboolean get_position(AtkTableCell *cell, int *row, int *column) {
    return get_row_column_span(cell, row, column, NULL, NULL);
}

static int get_row_span(AtkTableCell *cell) {
    int span = 0;
    get_row_column_span(cell, NULL, NULL, &span, NULL);
    return span;
}

static int get_column_span(AtkTableCell *cell) {
    int span = 0;
    get_row_column_span(cell, NULL, NULL, NULL, &span);
    return span;
}

/// Returns the header of a cell's row or column; a header has none of its own kind.
static GPtrArray *headers(AtkTableCell *cell, QuadPlace place) {
    GPtrArray *array = g_ptr_array_new_with_free_func(g_object_unref);
    QuadPlace own = as_cell(cell)->place;
    AtkObject *header = NULL;
    if (as_cell(cell)->table && (place.row != own.row || place.column != own.column))
        header = quad_table_ref(as_cell(cell)->table, place);
    if (header) g_ptr_array_add(array, header);
    return array;
}

static GPtrArray *get_column_header_cells(AtkTableCell *cell) {
    return headers(cell, (QuadPlace){-1, as_cell(cell)->place.column});
}

static GPtrArray *get_row_header_cells(AtkTableCell *cell) {
    return headers(cell, (QuadPlace){as_cell(cell)->place.row, -1});
}

static AtkObject *get_table(AtkTableCell *cell) {
    QuadTable *table = as_cell(cell)->table;
    return table ? g_object_ref(ATK_OBJECT(table)) : NULL;
}

static void table_cell_init(AtkTableCellIface *interface) {
    interface->get_row_column_span = get_row_column_span;
    interface->get_position = get_position;
    interface->get_row_span = get_row_span;
    interface->get_column_span = get_column_span;
    interface->get_column_header_cells = get_column_header_cells;
    interface->get_row_header_cells = get_row_header_cells;
    interface->get_table = get_table;
}
