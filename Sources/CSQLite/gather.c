// Rows of a table, gathered by an aggregate function: SQLite's engine calls it for each row and does not return to its caller
// in between, which takes half the time of stepping.
#include "database.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t first_cells = 1024;
static const size_t first_bytes = 1 << 14;
/// The room for bytes that is kept for the next rows.
static const size_t most_kept = 1 << 21;

/// The room for a number.
enum { NUMBER_LENGTH = 32 };

static bool resize(void *memory, size_t size) {
    void *resized = realloc(*(void **)memory, size);
    if (!resized) return false;
    memcpy(memory, &resized, sizeof resized);
    return true;
}

/// Room for more bytes; NULL without memory.
static uint8_t *room(quad_gathered *rows, size_t count) {
    size_t needed = rows->byte_count + count;
    if (needed > rows->byte_capacity || !rows->bytes) {
        size_t capacity = rows->byte_capacity ? rows->byte_capacity : first_bytes;
        while (capacity < needed) capacity *= 2;
        if (!resize(&rows->bytes, capacity)) return NULL;
        rows->byte_capacity = capacity;
    }
    return rows->bytes + rows->byte_count;
}

// MARK: - Values

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657"
    "585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/// Writes a whole number, or one with `places` digits after the point, and returns the number of bytes.
static size_t write_digits(uint8_t *to, uint64_t digits, bool is_negative, int places) {
    uint8_t text[NUMBER_LENGTH];
    int start = NUMBER_LENGTH;
    while (digits >= 10) {
        start -= 2;
        memcpy(text + start, pairs + digits % 100 * 2, 2);
        digits /= 100;
    }
    // None is left where the first two digits were a pair.
    if (digits > 0 || start == NUMBER_LENGTH) text[--start] = (uint8_t)('0' + digits);
    while (NUMBER_LENGTH - start <= places) text[--start] = '0';
    size_t count = 0, whole = (size_t)(NUMBER_LENGTH - places - start);
    if (is_negative) to[count++] = '-';
    memcpy(to + count, text + start, whole);
    count += whole;
    if (places == 0) return count;
    to[count++] = '.';
    memcpy(to + count, text + NUMBER_LENGTH - places, (size_t)places);
    return count + (size_t)places;
}

size_t quad_sqlite_write_integer(uint8_t *to, int64_t number) {
    return write_digits(to, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0, 0);
}

/// Writes the fewest digits that read back as `number`, if it has few; returns 0 otherwise. Of 15 digits or fewer no two read
/// as one number: such a text, where it reads back, is the shortest.
static size_t write_short(uint8_t *to, double number) {
    static const double factors[] = {1, 10, 100, 1000, 10000};
    double magnitude = fabs(number);
    if (!(magnitude < 1e11) || (number == 0 && signbit(number))) return 0;
    for (int places = 0; places < 5; places++) {
        double scaled = magnitude * factors[places];
        uint64_t digits = (uint64_t)(scaled + 0.5);
        // Spares most divisions.
        if (fabs(scaled - (double)digits) > scaled * 0x1p-50) continue;
        if ((double)digits / factors[places] == magnitude) return write_digits(to, digits, number < 0, places);
    }
    return 0;
}

size_t quad_sqlite_write_real(uint8_t *to, double number, quad_sqlite_shortest *shortest) {
    size_t count = write_short(to, number);
    return count ? count : shortest(number, to);
}

/// Appends the 8 bytes of a number, of the type `type`; false without memory.
static bool append_binary(quad_gathered *rows, sqlite3_value *value, int type) {
    uint8_t *to = room(rows, sizeof(int64_t));
    if (!to) return false;
    if (type == QUAD_SQLITE_INTEGER) {
        int64_t number = quad_sqlite3_value_int64(value);
        memcpy(to, &number, sizeof number);
    } else {
        double number = quad_sqlite3_value_double(value);
        memcpy(to, &number, sizeof number);
    }
    rows->byte_count += sizeof(int64_t);
    return true;
}

/// Appends the text of a value, of the type `type`; false without memory. Inlined it would slow down the numbers.
static __attribute__((noinline)) bool append_text(quad_gathered *rows, sqlite3_value *value, int type) {
    static const uint8_t hexadecimal[] = "0123456789ABCDEF";
    uint8_t *to;
    switch (type) {
        case QUAD_SQLITE_INTEGER:
            if (!(to = room(rows, NUMBER_LENGTH))) return false;
            rows->byte_count += quad_sqlite_write_integer(to, quad_sqlite3_value_int64(value));
            return true;
        case QUAD_SQLITE_REAL:
            if (!(to = room(rows, NUMBER_LENGTH))) return false;
            rows->byte_count += quad_sqlite_write_real(to, quad_sqlite3_value_double(value), rows->wish.shortest);
            return true;
        case QUAD_SQLITE_TEXT: {
            if (rows->is_utf16) {
                const void *units = quad_sqlite3_value_text16(value);
                size_t size = units ? (size_t)quad_sqlite3_value_bytes16(value) : 0;
                if (!units || !(to = room(rows, size / 2 * 3))) return false;
                rows->byte_count += quad_sqlite_write_utf8(to, units, size, false);
                return true;
            }
            const void *bytes = quad_sqlite3_value_text(value);
            size_t count = bytes ? (size_t)quad_sqlite3_value_bytes(value) : 0;
            if (!bytes || !(to = room(rows, count))) return false;
            memcpy(to, bytes, count);
            rows->byte_count += count;
            return true;
        }
        case QUAD_SQLITE_BLOB: {
            const uint8_t *bytes = quad_sqlite3_value_blob(value);
            size_t count = (size_t)quad_sqlite3_value_bytes(value);
            if ((!bytes && count > 0) || !(to = room(rows, count * 2))) return false;
            for (size_t i = 0; i < count; i++) {
                to[i * 2] = hexadecimal[bytes[i] >> 4];
                to[i * 2 + 1] = hexadecimal[bytes[i] & 15];
            }
            rows->byte_count += count * 2;
            return true;
        }
        default: return true;
    }
}

/// Counts the bytes of a value that SQLite has read and that is not appended, and returns their number; 1 for a number.
static size_t pass(quad_gathered *rows, sqlite3_value *value, int type) {
    if (type == QUAD_SQLITE_NULL) return 0;
    if (type != QUAD_SQLITE_TEXT && type != QUAD_SQLITE_BLOB) return 1;
    // SQLite would convert a text in UTF-16. Half of a unit is no character.
    bool is_utf16 = type == QUAD_SQLITE_TEXT && rows->is_utf16;
    int size = is_utf16 ? quad_sqlite3_value_bytes16(value) & ~1 : quad_sqlite3_value_bytes(value);
    rows->passed_count += (size_t)size;
    return (size_t)size;
}

/// Appends a byte for a value that is not empty; false without memory.
static bool append_presence(quad_gathered *rows, sqlite3_value *value, int type) {
    if (pass(rows, value, type) == 0) return true;
    uint8_t *to = room(rows, 1);
    if (!to) return false;
    *to = '1';
    rows->byte_count++;
    return true;
}

// MARK: - Rows

/// Room for the values of one more row; false without memory.
static bool grow_cells(quad_gathered *rows) {
    size_t needed = rows->cell_count + rows->wish.width;
    if (needed <= rows->cell_capacity) return true;
    size_t capacity = rows->cell_capacity ? rows->cell_capacity : first_cells;
    while (capacity < needed) capacity *= 2;
    return resize(&rows->places, capacity * sizeof *rows->places) && resize(&rows->types, capacity)
        && resize(&rows->encodings, capacity) && (rows->cell_capacity = capacity);
}

static void stop(sqlite3_context *context, quad_gathered *rows, int result) {
    rows->result = result;
    quad_sqlite3_result_error(context, "", 0);
}

/// Adds a row: its id, then the values of its columns.
static void add_row(sqlite3_context *context, int count, sqlite3_value **values) {
    quad_gathered *rows = quad_sqlite3_user_data(context);
    quad_sqlite_wish *wish = &rows->wish;
    int64_t id = quad_sqlite3_value_int64(values[0]);
    if (rows->has_first ? id <= rows->last_id : id != wish->first_id) return stop(context, rows, QUAD_SQLITE_DISORDERED);
    if (!rows->has_first) {
        rows->has_first = true;
        rows->last_id = id;
        if (wish->skips_first) return;
    }
    size_t columns = (size_t)count - 1, cells = rows->cell_count, bytes = rows->byte_count;
    if (columns != wish->columns) return stop(context, rows, QUAD_SQLITE_ERROR);
    if (!grow_cells(rows)) return stop(context, rows, QUAD_SQLITE_NOMEM);
    for (size_t column = 0; column < columns; column++) {
        sqlite3_value *value = values[column + 1];
        int type = quad_sqlite3_value_type(value);
        rows->classes[column] |= (uint8_t)(1 << type);
        if (column >= wish->width) {
            pass(rows, value, type);
            continue;
        }
        bool is_number = type == QUAD_SQLITE_INTEGER || type == QUAD_SQLITE_REAL;
        bool is_presence = wish->presence[column / 64] >> column % 64 & 1;
        bool is_binary = is_number && !is_presence && wish->binary[column / 64] >> column % 64 & 1;
        size_t start = rows->byte_count;
        if (!(is_presence ? append_presence(rows, value, type)
              : is_binary ? append_binary(rows, value, type)
                          : append_text(rows, value, type))) {
            rows->byte_count = bytes;
            return stop(context, rows, QUAD_SQLITE_NOMEM);
        }
        uint64_t end_bits = 1ULL << 62 | (column + 1 == wish->width ? 1ULL << 63 : 0);
        rows->places[cells] = end_bits | (uint64_t)(rows->byte_count - start) << 32 | start;
        rows->types[cells] = (uint8_t)type;
        rows->encodings[cells++] = is_binary ? (uint8_t)type : 0;
    }
    rows->cell_count = cells;
    rows->last_id = id;
    rows->row_count++;
    bool is_full = rows->row_count >= wish->most_rows || rows->byte_count + rows->passed_count >= wish->most_bytes;
    if (is_full) stop(context, rows, QUAD_SQLITE_DONE);
}

static void end_rows(sqlite3_context *context) { (void)context; }

int quad_sqlite_add_functions(quad_sqlite *database) {
    // No view or trigger may call it.
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    return quad_sqlite3_create_function(
        database->handle, "quad_rows", -1, flags, &database->gathered, NULL, add_row, end_rows);
}

int quad_sqlite_gather(
    quad_sqlite *database, quad_sqlite_statement *statement, const quad_sqlite_wish *wish, quad_sqlite_rows *found
) {
    quad_gathered *rows = &database->gathered;
    rows->wish = *wish;
    rows->is_utf16 = database->is_utf16;
    // Long values are rare.
    if (rows->byte_capacity > most_kept) {
        free(rows->bytes);
        rows->bytes = NULL;
        rows->byte_capacity = 0;
    }
    rows->byte_count = rows->passed_count = rows->cell_count = rows->row_count = 0;
    rows->last_id = wish->first_id;
    rows->has_first = false;
    rows->result = SQLITE_OK;
    memset(found, 0, sizeof *found);
    if (wish->columns > sizeof rows->classes) return QUAD_SQLITE_ERROR;
    memset(rows->classes, 0, sizeof rows->classes);
    int result = quad_sqlite3_step(statement);
    quad_sqlite3_reset(statement);
    *found = (quad_sqlite_rows){
        .bytes = rows->bytes, .byte_count = rows->byte_count, .passed_count = rows->passed_count,
        .places = rows->places, .types = rows->types, .encodings = rows->encodings, .classes = rows->classes,
        .row_count = rows->row_count, .last_id = rows->last_id,
        .is_last = result == SQLITE_ROW || result == QUAD_SQLITE_DONE,
    };
    if (found->is_last && !rows->has_first) return QUAD_SQLITE_DISORDERED;
    if (rows->result == QUAD_SQLITE_DONE || found->is_last) return SQLITE_OK;
    return rows->result ? rows->result : result;
}

void quad_sqlite_free_gathered(quad_gathered *rows) {
    free(rows->bytes);
    free(rows->places);
    free(rows->types);
    free(rows->encodings);
}
