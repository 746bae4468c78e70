#include "accessible.h"

// The text of a cell, for screen readers that read by characters and words. It is the cell's name, and all its characters have
// the cell's frame.

/// Returns the name of a cell; never NULL.
static const char *whole(AtkText *text) {
    const char *words = atk_object_get_name(ATK_OBJECT(text));
    return words ? words : "";
}

/// Returns the text between two character offsets, for the caller to free; a negative end is that of the text.
static char *part(const char *words, int start, int end) {
    int length = (int)g_utf8_strlen(words, -1);
    if (end < 0 || end > length) end = length;
    start = CLAMP(start, 0, end);
    return g_utf8_substring(words, start, end);
}

static char *get_text(AtkText *text, int start, int end) { return part(whole(text), start, end); }

static int get_character_count(AtkText *text) { return (int)g_utf8_strlen(whole(text), -1); }

static gunichar get_character_at_offset(AtkText *text, int offset) {
    if (offset < 0 || offset >= get_character_count(text)) return 0;
    return g_utf8_get_char(g_utf8_offset_to_pointer(whole(text), offset));
}

/// Returns 0: there is no caret, since keys move from cell to cell.
static int get_caret_offset(AtkText *text) {
    (void)text;
    return 0;
}

/// Returns true where a part of that kind begins at the position that `attributes` describe.
static gboolean begins(const PangoLogAttr *attributes, AtkTextGranularity granularity) {
    switch (granularity) {
    case ATK_TEXT_GRANULARITY_CHAR: return attributes->is_cursor_position;
    case ATK_TEXT_GRANULARITY_WORD: return attributes->is_word_start;
    case ATK_TEXT_GRANULARITY_SENTENCE: return attributes->is_sentence_start;
    default: return attributes->is_mandatory_break;
    }
}

/// Returns the part with the character at `offset`, up to the beginning of the next part. Complexity: O(length).
static char *get_string_at_offset(AtkText *text, int offset, AtkTextGranularity granularity, int *start, int *end) {
    const char *words = whole(text);
    int length = (int)g_utf8_strlen(words, -1);
    *start = *end = 0;
    if (offset < 0 || offset > length) return NULL;
    PangoLogAttr *attributes = g_new0(PangoLogAttr, length + 1);
    pango_get_log_attrs(words, (int)strlen(words), -1, pango_language_get_default(), attributes, length + 1);
    *start = offset;
    while (*start > 0 && !begins(attributes + *start, granularity)) --*start;
    *end = offset + 1;
    while (*end < length && !begins(attributes + *end, granularity)) ++*end;
    *end = MIN(*end, length);
    g_free(attributes);
    return part(words, *start, *end);
}

/// Answers the older request. Does not distinguish beginnings and ends of words.
static char *get_text_at_offset(AtkText *text, int offset, AtkTextBoundary boundary, int *start, int *end) {
    AtkTextGranularity granularity = ATK_TEXT_GRANULARITY_LINE;
    if (boundary == ATK_TEXT_BOUNDARY_CHAR) granularity = ATK_TEXT_GRANULARITY_CHAR;
    if (boundary == ATK_TEXT_BOUNDARY_WORD_START || boundary == ATK_TEXT_BOUNDARY_WORD_END)
        granularity = ATK_TEXT_GRANULARITY_WORD;
    if (boundary == ATK_TEXT_BOUNDARY_SENTENCE_START || boundary == ATK_TEXT_BOUNDARY_SENTENCE_END)
        granularity = ATK_TEXT_GRANULARITY_SENTENCE;
    return get_string_at_offset(text, offset, granularity, start, end);
}

static void get_character_extents(
    AtkText *text, int offset, int *x, int *y, int *width, int *height, AtkCoordType type) {
    (void)offset;
    atk_component_get_extents(ATK_COMPONENT(text), x, y, width, height, type);
}

static void get_range_extents(AtkText *text, int start, int end, AtkCoordType type, AtkTextRectangle *frame) {
    (void)end;
    get_character_extents(text, start, &frame->x, &frame->y, &frame->width, &frame->height, type);
}

static int get_offset_at_point(AtkText *text, int x, int y, AtkCoordType type) {
    return atk_component_contains(ATK_COMPONENT(text), x, y, type) ? 0 : -1;
}

static int get_n_selections(AtkText *text) {
    (void)text;
    return 0;
}

void quad_cell_text_init(AtkTextIface *interface) {
    interface->get_text = get_text;
    interface->get_character_count = get_character_count;
    interface->get_character_at_offset = get_character_at_offset;
    interface->get_caret_offset = get_caret_offset;
    interface->get_string_at_offset = get_string_at_offset;
    interface->get_text_at_offset = get_text_at_offset;
    interface->get_character_extents = get_character_extents;
    interface->get_range_extents = get_range_extents;
    interface->get_offset_at_point = get_offset_at_point;
    interface->get_n_selections = get_n_selections;
}
