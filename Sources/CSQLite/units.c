// Texts in UTF-16, of which SQLite lets halves of surrogate pairs stand alone.
#include "database.h"

#include <stdlib.h>
#include <string.h>

static bool is_high(uint32_t unit) { return (unit & 0xFC00) == 0xD800; }
static bool is_low(uint32_t unit) { return (unit & 0xFC00) == 0xDC00; }

size_t quad_sqlite_write_utf8(uint8_t *to, const void *units, size_t count, bool keeps_halves) {
    const char *from = units;
    uint8_t *start = to;
    for (size_t next = 0; next + 1 < count; next += 2) {
        uint16_t unit, low = 0;
        memcpy(&unit, from + next, sizeof unit);
        if (unit < 0x80) {
            *to++ = (uint8_t)unit;
            continue;
        }
        if (unit < 0x800) {
            *to++ = (uint8_t)(0xC0 | unit >> 6);
            *to++ = (uint8_t)(0x80 | (unit & 0x3F));
            continue;
        }
        if (is_high(unit) && next + 3 < count) memcpy(&low, from + next + 2, sizeof low);
        if (is_low(low)) {
            uint32_t scalar = 0x10000 + ((unit & 0x3FFu) << 10 | (low & 0x3FFu));
            *to++ = (uint8_t)(0xF0 | scalar >> 18);
            *to++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
            *to++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
            *to++ = (uint8_t)(0x80 | (scalar & 0x3F));
            next += 2;
            continue;
        }
        if (!keeps_halves && (is_high(unit) || is_low(unit))) unit = 0xFFFD;
        *to++ = (uint8_t)(0xE0 | unit >> 12);
        *to++ = (uint8_t)(0x80 | (unit >> 6 & 0x3F));
        *to++ = (uint8_t)(0x80 | (unit & 0x3F));
    }
    return (size_t)(to - start);
}

bool quad_sqlite_column_units(quad_sqlite_statement *statement, int column, const void **bytes, size_t *count) {
    *bytes = quad_sqlite3_column_text16(statement, column);
    *count = *bytes ? (size_t)quad_sqlite3_column_bytes16(statement, column) : 0;
    return *bytes;
}

int quad_sqlite_bind_halves(quad_sqlite_statement *statement, int parameter, const uint8_t *bytes, size_t count) {
    uint16_t *units = malloc((count + 1) * sizeof *units);
    if (!units) return QUAD_SQLITE_NOMEM;
    size_t length = 0;
    // SQLite takes a first mark of the byte order for no part of the text: after this one it leaves those of the text.
    units[length++] = 0xFEFF;
    for (size_t next = 0; next < count;) {
        uint8_t first = bytes[next];
        size_t size = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (next + size > count) break;
        uint32_t scalar = size == 1 ? first : first & (0xFFu >> (size + 1));
        for (size_t i = 1; i < size; i++) scalar = scalar << 6 | (bytes[next + i] & 0x3F);
        next += size;
        if (scalar >= 0x10000) {
            units[length++] = (uint16_t)(0xD800 | (scalar - 0x10000) >> 10);
            scalar = 0xDC00 | (scalar & 0x3FF);
        }
        units[length++] = (uint16_t)scalar;
    }
    return quad_sqlite3_bind_text16(statement, parameter, units, (int)(length * sizeof *units), free);
}
