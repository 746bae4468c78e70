// Records found a word of 64 bytes at a time, from where its special bytes stand. What differs from one instruction set to
// another comes as functions, which the compiler puts in their place.

#ifndef CSCAN_RECORDS_H
#define CSCAN_RECORDS_H

#include "CScan.h"

#pragma clang assume_nonnull begin

#define CSCAN_INLINE static inline __attribute__((always_inline))

/// The state before a word, from all earlier bytes.
typedef struct {
    /// All ones inside of quotes.
    uint64_t inside;
    /// 1 where a quote as the first byte opens a field, or is the second of a doubled one.
    uint64_t may_open;
    /// 1 behind a carriage return that ended a record.
    uint64_t was_return;
} cscan_before;

/// Bit i: whether an odd number of the bits up to i is set.
CSCAN_INLINE uint64_t cscan_parity(uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

/// Finds the ends of fields in words of 64 bytes each, every quote of which opens, closes or is one of two. `inside` is all
/// ones where the first byte is in quotes, and afterwards the same of the byte after the last.
CSCAN_INLINE void cscan_find_ends(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t)) {
    const cscan_bytes wanted = {dialect.delimiter, '\n', '\r', dialect.quote};
    const uint64_t quoting = dialect.is_quoting ? ~(uint64_t)0 : 0;
    uint64_t was_inside = *inside;
    for (size_t word = 0; word < words; word++) {
        const cscan_word found = mark(bytes + word * 64, wanted);
        const uint64_t quoted = parity(found.quote & quoting) ^ was_inside;
        ends[word] = (found.a | found.b | found.c) & ~quoted;
        was_inside = (uint64_t)((int64_t)quoted >> 63);
    }
    *inside = was_inside;
}

/// Returns the bytes inside of quotes, the opening one included, for any quotes: goes from quote to quote, past those that mean
/// nothing.
static inline uint64_t cscan_inside(uint64_t quotes, uint64_t ends, cscan_before before) {
    uint64_t inside = 0, may_open = ends << 1 | before.may_open;
    bool is_quoted = before.inside != 0;
    // Ones from the byte that opened on.
    uint64_t behind = ~(uint64_t)0;
    for (;;) {
        if (is_quoted) {
            if (quotes == 0) return inside | behind;
            const uint64_t closing = quotes & -quotes;
            inside |= behind & (closing - 1);
            may_open |= closing << 1;
            quotes ^= closing;
        } else {
            const uint64_t opening = quotes & may_open & -(quotes & may_open);
            if (opening == 0) return inside;
            behind = -opening;
            quotes &= behind ^ opening;
        }
        is_quoted = !is_quoted;
    }
}

CSCAN_INLINE cscan_before cscan_before_state(cscan_state state) {
    const bool may_open = state != cscan_state_unquoted && state != cscan_state_quoted;
    return (cscan_before){state == cscan_state_quoted ? ~(uint64_t)0 : 0, may_open, state == cscan_state_carriage_return};
}

/// The state behind `last`, where it is known what a quote after it would be.
CSCAN_INLINE cscan_state cscan_state_behind(uint8_t last, cscan_before before, cscan_dialect dialect) {
    if (before.inside) return cscan_state_quoted;
    if (last == '\n') return cscan_state_record_start;
    if (last == '\r') return cscan_state_carriage_return;
    if (last == dialect.delimiter) return cscan_state_field_start;
    return before.may_open ? cscan_state_quote_in_quoted : cscan_state_unquoted;
}

/// In a count of columns, the last word after which no field that began with a quote is open, and the counts up to there.
typedef struct {
    size_t word, records;
    cscan_before before;
    /// 1 behind a word that ends with a closing quote.
    uint64_t was_closing;
} cscan_settled;

/// Returns true where text follows a closing quote in a word, or a quote stands in a field that does not begin with one: quotes
/// alone do not tell the columns then.
CSCAN_INLINE bool cscan_is_odd(
    uint64_t quotes, uint64_t inside, uint64_t ends, cscan_before before, uint64_t was_closing) {
    const uint64_t closing = quotes & ~inside;
    return (quotes & inside & ~((ends | closing) << 1 | before.may_open)) ||
           ((closing << 1 | was_closing) & ~(ends | quotes));
}

/// The aim of a pass over words besides the records that end in them.
typedef enum {
    /// Line ends in quotes.
    cscan_look_for_lines,
    /// Text behind the closing quote of a field that has a line end.
    cscan_look_for_text,
    /// Columns instead of records.
    cscan_look_for_columns,
} cscan_look;

/// `cscan_records`, or `cscan_columns` where these are looked for, with `mark` for where the bytes stand and `parity` for
/// `cscan_parity`.
///
/// Every second quote is taken for an opening one, which is so as long as each of those stands where a field begins or
/// right behind the one that closed (a doubled quote). A word in which one does not is gone through quote by quote:
///
///     a,"b ""c""",d      the first, third and fifth quote open, behind a delimiter or a quote: as taken
///     a,b"c,d"\n         the first does not: not as taken
CSCAN_INLINE size_t cscan_count(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t), cscan_look look) {
    const cscan_bytes wanted = {dialect.delimiter, '\n', '\r', dialect.quote};
    const uint64_t quoting = dialect.is_quoting ? ~(uint64_t)0 : 0;
    const bool counts_fields = look == cscan_look_for_columns;
    cscan_before before = cscan_before_state(scan->state);
    size_t records = scan->records, word = 0;
    uint64_t was_closing = scan->state == cscan_state_quote_in_quoted;
    cscan_settled settled = {0, records, before, was_closing};
    // 1 where the field that is open, or was closed by the last byte, may have a line end.
    uint64_t crossed = (before.inside & 1) | was_closing, lines_inside = 0;
    for (; word < words; word++) {
        const cscan_word found = mark(bytes + word * 64, wanted);
        const uint64_t quotes = found.quote & quoting, lines = found.b | found.c, ends = found.a | lines;
        uint64_t inside = parity(quotes) ^ before.inside, closing = quotes & ~inside;
        if (counts_fields && cscan_is_odd(quotes, inside, ends, before, settled.was_closing)) break;
        if (quotes & inside & ~((ends | closing) << 1 | before.may_open)) {
            inside = cscan_inside(quotes, ends, before);
            closing = quotes & ~inside & (inside << 1 | (before.inside & 1));
        }
        if (look == cscan_look_for_lines) lines_inside |= lines & inside;
        if (look == cscan_look_for_text && ((lines & inside) | crossed)) {
            if ((closing << 1 | was_closing) & ~(ends | quotes)) scan->is_odd = true;
            was_closing = closing >> 63;
            crossed = (inside | closing) >> 63;
        }
        const uint64_t returns = found.c & ~inside;
        // A line feed belongs to the carriage return before it.
        const uint64_t feeds = found.b & ~inside & ~(returns << 1 | before.was_return);
        const uint64_t counted = counts_fields ? found.a & ~inside : returns | feeds;
        const size_t ended = records + (size_t)__builtin_popcountll(counted);
        if ((look != cscan_look_for_lines && ended >= scan->limit) || (counts_fields && (returns | feeds))) break;
        records = ended;
        before.inside = (uint64_t)((int64_t)inside >> 63);
        before.may_open = (ends | closing) >> 63;
        before.was_return = returns >> 63;
        if (counts_fields) {
            settled.was_closing = closing >> 63;
            if (!((inside | closing) >> 63)) settled = (cscan_settled){word + 1, records, before, 0};
        }
    }
    if (counts_fields) {
        word = settled.word;
        records = settled.records;
        before = settled.before;
    }
    if (look == cscan_look_for_lines && (lines_inside | crossed)) return 0;
    scan->records = records;
    if (word > 0) scan->state = cscan_state_behind(bytes[word * 64 - 1], before, dialect);
    return word;
}

/// Words that are counted together, and again from there on where one has an odd quote.
static const size_t cscan_part = 64;

/// Counts the records of words that cannot end as many as there may be, as `cscan_count` does.
///
/// - Returns: Whether no text stands behind a closing quote, and no quote in a field that does not begin with one. Otherwise
///   nothing is counted.
CSCAN_INLINE bool cscan_count_plain(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t)) {
    const cscan_bytes wanted = {dialect.delimiter, '\n', '\r', dialect.quote};
    cscan_before before = cscan_before_state(scan->state);
    size_t records = scan->records;
    uint64_t was_closing = scan->state == cscan_state_quote_in_quoted, odd = 0;
    const uint8_t *const end = bytes + words * 64;
    for (const uint8_t *at = bytes; at != end; at += 64) {
        const cscan_word found = mark(at, wanted);
        const uint64_t quotes = found.quote, ends = found.a | found.b | found.c;
        const uint64_t inside = parity(quotes) ^ before.inside, closing = quotes & ~inside;
        odd |= quotes & inside & ~((ends | closing) << 1 | before.may_open);
        odd |= (closing << 1 | was_closing) & ~(ends | quotes);
        const uint64_t returns = found.c & ~inside;
        const uint64_t feeds = found.b & ~inside & ~(returns << 1 | before.was_return);
        records += (size_t)__builtin_popcountll(returns | feeds);
        before.inside = (uint64_t)((int64_t)inside >> 63);
        before.may_open = (ends | closing) >> 63;
        before.was_return = returns >> 63;
        was_closing = closing >> 63;
    }
    if (odd) return false;
    scan->records = records;
    if (words > 0) scan->state = cscan_state_behind(end[-1], before, dialect);
    return true;
}

CSCAN_INLINE size_t cscan_find_records(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t)) {
    // So few words end no more records than there may be.
    const bool is_limited = scan->limit <= scan->records || words >= (scan->limit - scan->records) / 64;
    if (is_limited || !dialect.is_quoting) {
        return cscan_count(bytes, words, dialect, scan, mark, parity, cscan_look_for_text);
    }
    bool is_plain = true;
    for (size_t word = 0; word < words; word += cscan_part) {
        const uint8_t *const at = bytes + word * 64;
        const size_t part = words - word < cscan_part ? words - word : cscan_part;
        // Where quotes are odd they are so for a while.
        is_plain = is_plain && cscan_count_plain(at, part, dialect, scan, mark, parity);
        if (is_plain || cscan_count(at, part, dialect, scan, mark, parity, cscan_look_for_lines) == part) continue;
        cscan_count(at, part, dialect, scan, mark, parity, cscan_look_for_text);
    }
    return words;
}

CSCAN_INLINE size_t cscan_find_columns(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan,
    cscan_word (*mark)(const uint8_t *, cscan_bytes), uint64_t (*parity)(uint64_t)) {
    return cscan_count(bytes, words, dialect, scan, mark, parity, cscan_look_for_columns);
}

#pragma clang assume_nonnull end

#endif
