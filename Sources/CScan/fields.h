// Fields found a word of 64 bytes at a time, from where its special bytes stand. What differs from one instruction set to
// another comes as functions, which the compiler puts in their place.

#ifndef CSCAN_FIELDS_H
#define CSCAN_FIELDS_H

#include "CScan.h"
#include "records.h"

#pragma clang assume_nonnull begin

/// A word's pieces, a bit for the byte behind each.
typedef struct {
    /// All of them; never none.
    uint64_t seps;
    /// The separators that end their field, those of all that stand after a closing quote, and those that end their record.
    uint64_t ends, closed, records;
    /// Line feeds that belong to a carriage return.
    uint64_t pairs;
    /// True where a piece may be quoted at all.
    bool has_quotes;
} cscan_marks;

/// The start of the next piece; `begins` is 1 where its field begins with it.
typedef struct {
    uint64_t start;
    uint64_t begins;
} cscan_next;

#define CSCAN_PIECE_ENDS ((uint64_t)1 << 62)

/// The number of the lowest bit; 64 of none.
CSCAN_INLINE uint64_t cscan_lowest(uint64_t bits) { return bits == 0 ? 64 : (uint64_t)__builtin_ctzll(bits); }

/// Writes the pieces of the word at `base` one by one, eight at a time; what it writes behind the last means nothing.
CSCAN_INLINE void cscan_emit(cscan_marks marks, uint64_t base, cscan_next next, size_t number, cscan_piece *pieces) {
    uint64_t left = marks.seps, start = next.start, begins = next.begins;
    const uint64_t skips = marks.pairs >> 1;
    for (size_t k = 0; k < number; k += 8) {
        for (int i = 0; i < 8; i++) {
            const uint64_t bit = cscan_lowest(left), shift = bit & 63, end = base + bit;
            const uint64_t ends_record = marks.records >> shift & 1;
            if (marks.has_quotes) {
                const uint64_t ends = marks.ends >> shift & 1, closed = marks.closed >> shift & 1;
                // A quoted field ends behind a quote, or goes on behind a doubled one.
                const uint64_t from = start + (begins & (closed | (ends ^ 1)));
                pieces[k + (size_t)i] = (from | (end - closed - from) << 32) | ends << 62 | ends_record << 63;
                begins = ends;
            } else {
                pieces[k + (size_t)i] = (start | (end - start) << 32) | CSCAN_PIECE_ENDS | ends_record << 63;
            }
            start = end + 1 + (skips >> shift & 1);
            left &= left - 1;
        }
    }
}

/// Line ends among `bytes`, all of which are in quotes.
static inline size_t cscan_lines_in(const uint8_t *bytes, size_t from, size_t to) {
    size_t lines = 0;
    for (size_t i = from; i < to; i++) {
        lines += bytes[i] == '\r' || (bytes[i] == '\n' && !(i > from && bytes[i - 1] == '\r'));
    }
    return lines;
}

/// Leaves the pieces up to the end of a field, in bytes that were scanned up to `scanned`.
static inline void cscan_end_fields(
    const uint8_t *bytes, size_t scanned, cscan_dialect dialect, cscan_fields *fields, const cscan_piece *pieces) {
    while (fields->pieces > 0 && !(pieces[fields->pieces - 1] & CSCAN_PIECE_ENDS)) fields->pieces--, fields->parts--;
    if (fields->pieces > 0) {
        const cscan_piece last = pieces[fields->pieces - 1];
        size_t end = (uint32_t)last + ((uint32_t)(last >> 32) & 0x1FFFFFFF);
        if (dialect.is_quoting && bytes[end] == dialect.quote) end++;
        fields->start = end + 1;
    }
    if (fields->quoted_lines == 0) return;
    // A line feed right behind the fields belongs to the carriage return before it.
    size_t behind = fields->start;
    if (behind < scanned && bytes[behind] == '\n') behind++;
    fields->quoted_lines -= cscan_lines_in(bytes, behind, scanned);
}

/// `cscan_split` with `mark` for where the bytes stand, `parity` for `cscan_parity` and `emit` for `cscan_emit`.
///
/// Every second quote is taken for an opening one, which is so as long as nothing is odd: see `cscan_find_records`.
CSCAN_INLINE void cscan_find_fields(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t),
    void (*emit)(cscan_marks, uint64_t, cscan_next, size_t, cscan_piece *)) {
    const cscan_bytes wanted = {dialect.delimiter, '\n', '\r', dialect.quote};
    const uint64_t quoting = dialect.is_quoting ? ~(uint64_t)0 : 0;
    const uint64_t doubled = fields->splits_doubled ? ~(uint64_t)0 : 0;
    size_t base = fields->start, number = 0, records = 0, parts = 0, quoted_lines = 0;
    cscan_next next = {base, 1};
    // What the byte before the word was: in quotes, one behind which a quote opens, a closing quote, a carriage return.
    uint64_t was_inside = 0, may_open = 1, was_closing = 0, was_return = 0;
    for (; base + 64 <= count && room - number >= CSCAN_FIELD_ROOM; base += 64) {
        const cscan_word found = mark(bytes + base, wanted);
        const uint64_t quotes = found.quote & quoting, all_ends = found.a | found.b | found.c;
        uint64_t inside = 0, second = 0, closed = 0, closing = 0;
        const bool has_quotes = (quotes | was_inside | was_closing) != 0;
        if (has_quotes) {
            inside = parity(quotes) ^ was_inside;
            closing = quotes & ~inside;
            const uint64_t opening = quotes & inside, behind = closing << 1 | was_closing;
            // A quote inside an unquoted field; text behind a closing quote.
            if ((opening & ~((all_ends | closing) << 1 | may_open)) | (behind & ~(all_ends | quotes))) break;
            second = opening & behind & doubled;
            closed = behind & all_ends;
        }
        const uint64_t ends = all_ends & ~inside;
        const uint64_t behind_return = found.c << 1 | was_return;
        const uint64_t returns = found.c & ends, pairs = found.b & ends & behind_return;
        const uint64_t record_ends = returns | (found.b & ends & ~behind_return);
        const size_t ended = records + (size_t)__builtin_popcountll(record_ends);
        if (ended >= fields->limit) break;
        records = ended;
        // The line feed that belongs to the last byte before the word.
        next.start += pairs & 1;
        if ((found.b | found.c) & inside) {
            quoted_lines += (size_t)__builtin_popcountll((found.c & inside) | (found.b & inside & ~behind_return));
        }
        if (second != 0) parts += (size_t)__builtin_popcountll(second);
        const uint64_t seps = (found.a & ends) | record_ends | second;
        if (seps != 0) {
            const size_t seen = (size_t)__builtin_popcountll(seps);
            emit((cscan_marks){seps, ends, closed, record_ends, pairs, has_quotes || !next.begins}, base, next, seen,
                 pieces + number);
            number += seen;
            const unsigned last = 63 - (unsigned)__builtin_clzll(seps);
            next.start = base + last + 1 + (pairs >> 1 >> last & 1);
            next.begins = ends >> last & 1;
        }
        was_inside = (uint64_t)((int64_t)inside >> 63);
        may_open = (all_ends | closing) >> 63;
        was_closing = closing >> 63;
        was_return = found.c >> 63;
    }
    fields->pieces = number;
    fields->records = records;
    fields->parts = parts;
    fields->quoted_lines = quoted_lines;
    cscan_end_fields(bytes, base, dialect, fields, pieces);
}

#pragma clang assume_nonnull end

#endif
