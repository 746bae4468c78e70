// Rows of JSON texts found a word of 64 bytes at a time, from where strings, brackets and commas stand. What differs from
// one instruction set to another comes as functions, which the compiler puts in their place.

#ifndef CSCAN_JSON_H
#define CSCAN_JSON_H

#include <string.h>

#include "CScan.h"
#include "records.h"

#pragma clang assume_nonnull begin

/// The bytes that JSON is made of among 64, inside of strings too.
typedef struct {
    uint64_t quote, backslash, open, close, comma, feed;
} cscan_json;

/// Line feeds among 64 bytes, and bytes that may be blanks: none above the space.
typedef struct {
    uint64_t feed, low;
} cscan_feeds;

/// The ways of an instruction set to mark 64 bytes.
typedef struct {
    cscan_json (*json)(const uint8_t *);
    cscan_feeds (*feeds)(const uint8_t *);
    cscan_word (*bytes)(const uint8_t *, cscan_bytes);
    uint64_t (*parity)(uint64_t);
} cscan_marking;

/// A word of a text: 64 bytes, or those that are left, with zeros behind them.
typedef struct {
    const uint8_t *bytes;
    /// Bits of the bytes that the text has.
    uint64_t valid;
    unsigned count;
} cscan_row_word;

/// `room` has 64 bytes for those that are left.
CSCAN_INLINE cscan_row_word cscan_word_at(const uint8_t *bytes, size_t left, uint8_t *room) {
    if (left >= 64) return (cscan_row_word){bytes, ~(uint64_t)0, 64};
    // No kernel reads behind the bytes it was given.
    memset(room, 0, 64);
    memcpy(room, bytes, left);
    return (cscan_row_word){room, ((uint64_t)1 << left) - 1, (unsigned)left};
}

/// Bits below the lowest of `bits`, which are not 0, and that one too.
CSCAN_INLINE uint64_t cscan_up_to_lowest(uint64_t bits) { return bits ^ (bits - 1); }

/// The number of the set bit that has `before` others below it.
CSCAN_INLINE size_t cscan_select(uint64_t bits, size_t before) {
    for (; before > 0; before--) bits &= bits - 1;
    return (size_t)__builtin_ctzll(bits);
}

CSCAN_INLINE bool cscan_is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/// Bytes behind an odd number of backslashes. `was_escaped` is 1 where the first is one, and then the same of the byte
/// behind the word: Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019), section 3.1.1.
CSCAN_INLINE uint64_t cscan_escaped(uint64_t backslash, uint64_t *was_escaped) {
    const uint64_t even = 0x5555555555555555u, before = *was_escaped;
    if (backslash == 0) {
        *was_escaped = 0;
        return before;
    }
    backslash &= ~before;
    const uint64_t follows = backslash << 1 | before;
    const uint64_t odd_starts = backslash & ~even & ~follows;
    uint64_t from_even;
    *was_escaped = __builtin_add_overflow(odd_starts, backslash, &from_even);
    return (even ^ from_even << 1) & follows;
}

/// Forgets all about the row that ended.
CSCAN_INLINE void cscan_begin_row(cscan_row_scan *scan) {
    scan->quote = 0;
    scan->depth = 0;
    scan->is_escaped = scan->has_content = false;
}

/// True where anything but blanks stands before `end`, where nothing is open, since the last row ended with a comma; at the
/// first byte the answer is `had_content`.
CSCAN_INLINE bool cscan_has_content(const uint8_t *bytes, size_t end, bool had_content) {
    while (end > 0 && cscan_is_blank(bytes[end - 1])) end--;
    return end == 0 ? had_content : bytes[end - 1] != ',';
}

// Lines

CSCAN_INLINE size_t cscan_find_lines(
    const uint8_t *bytes, size_t count, cscan_row_scan *scan, cscan_marking marking) {
    uint8_t room[64];
    // 1 while the line has had nothing but blanks.
    uint64_t was_blank = !scan->has_content;
    size_t rows = scan->rows;
    for (size_t base = 0; base < count; base += 64) {
        const cscan_row_word word = cscan_word_at(bytes + base, count - base, room);
        const cscan_feeds found = marking.feeds(word.bytes);
        const uint64_t starts = found.feed << 1 | was_blank;
        uint64_t ends = found.feed, is_blank = found.feed >> (word.count - 1) & 1;
        if (starts & found.low & word.valid) {
            const cscan_word blanks = marking.bytes(word.bytes, (cscan_bytes){' ', '\t', '\r', '\r'});
            const uint64_t blank = blanks.a | blanks.b | blanks.c;
            // A carry runs from the start of each line through its blanks, to the first byte that is none.
            uint64_t sum;
            const bool carries = __builtin_add_overflow(starts, blank, &sum);
            ends &= ~(sum & ~blank);
            is_blank = word.count == 64 ? carries || is_blank : sum >> word.count & 1;
        }
        const size_t ended = (size_t)__builtin_popcountll(ends);
        if (ended >= scan->limit - rows) {
            const size_t last = cscan_select(ends, scan->limit - rows - 1);
            scan->rows = scan->limit;
            scan->has_content = false;
            return base + last + 1;
        }
        rows += ended;
        was_blank = is_blank;
    }
    scan->rows = rows;
    scan->has_content = !was_blank;
    return count;
}

// Elements and members

/// The commas that end rows in a word, the brackets that open outside of others, and where the container is closed in it.
typedef struct {
    uint64_t commas, openings;
    /// The bit of the bracket that closes the container, or 0.
    uint64_t closing;
    size_t depth;
} cscan_row_ends;

/// Goes from bracket to bracket. `before` is the depth before the word.
CSCAN_INLINE cscan_row_ends cscan_follow_brackets(
    const uint8_t *bytes, cscan_json outside, size_t before, uint8_t closing) {
    uint64_t brackets = outside.open | outside.close, commas = 0, openings = 0;
    // Bits from the last bracket on that led outside of all.
    uint64_t from = ~(uint64_t)0;
    size_t depth = before;
    for (; brackets != 0; brackets &= brackets - 1) {
        const uint64_t bit = brackets & -brackets;
        if (outside.open & bit) {
            if (depth++ > 0) continue;
            commas |= outside.comma & from & (bit - 1);
            openings |= bit;
        } else if (depth > 0) {
            if (--depth == 0) from = -bit;
        } else if (bytes[__builtin_ctzll(bit)] == closing) {
            return (cscan_row_ends){commas | (outside.comma & from & (bit - 1)), openings, bit, 0};
        }
    }
    if (depth == 0) commas |= outside.comma & from;
    return (cscan_row_ends){commas, openings, 0, depth};
}

/// Objects without others in them, as most are, need no such way: there, every second bracket opens.
CSCAN_INLINE cscan_row_ends cscan_row_ends_in(
    const uint8_t *bytes, cscan_json outside, size_t before, uint8_t closing, uint64_t (*parity)(uint64_t)) {
    const uint64_t brackets = outside.open | outside.close;
    if (brackets == 0) return (cscan_row_ends){before == 0 ? outside.comma : 0, 0, 0, before};
    if (before <= 1) {
        const uint64_t inside = parity(brackets) ^ (0 - (uint64_t)before);
        if (outside.open == (brackets & inside))
            return (cscan_row_ends){outside.comma & ~inside, outside.open, 0, inside >> 63};
    }
    return cscan_follow_brackets(bytes, outside, before, closing);
}

CSCAN_INLINE size_t cscan_find_elements(
    const uint8_t *bytes, size_t count, cscan_row_scan *scan, cscan_marking marking) {
    const uint8_t closing = scan->form == cscan_rows_elements ? ']' : '}';
    uint8_t room[64];
    uint64_t was_escaped = scan->is_escaped, was_inside = scan->quote ? ~(uint64_t)0 : 0;
    size_t depth = scan->depth, rows = scan->rows;
    uint64_t feeds = 0;
    for (size_t base = 0; base < count; base += 64) {
        const cscan_row_word word = cscan_word_at(bytes + base, count - base, room);
        cscan_json found = marking.json(word.bytes);
        const uint64_t escaped = cscan_escaped(found.backslash, &was_escaped);
        if (word.count < 64) was_escaped = escaped >> word.count & 1;
        const uint64_t inside = marking.parity(found.quote & ~escaped) ^ was_inside;
        was_inside = (uint64_t)((int64_t)inside >> 63);
        found.feed &= inside;
        found.open &= ~inside;
        found.close &= ~inside;
        const size_t closed = (size_t)__builtin_popcountll(found.close);
        if (depth > closed) {
            depth += (size_t)__builtin_popcountll(found.open) - closed;
            feeds |= found.feed;
            continue;
        }
        found.comma &= ~inside;
        const cscan_row_ends ends = cscan_row_ends_in(word.bytes, found, depth, closing, marking.parity);
        const size_t ended = (size_t)__builtin_popcountll(ends.commas);
        if (ended >= scan->limit - rows) {
            const size_t last = cscan_select(ends.commas, scan->limit - rows - 1);
            const uint64_t before = ((uint64_t)1 << last) - 1;
            scan->openings += (size_t)__builtin_popcountll(ends.openings & before);
            scan->has_feed |= (feeds | (found.feed & before)) != 0;
            scan->rows = scan->limit;
            cscan_begin_row(scan);
            return base + last + 1;
        }
        rows += ended;
        depth = ends.depth;
        scan->openings += (size_t)__builtin_popcountll(ends.openings);
        if (ends.closing) {
            const size_t place = base + (size_t)__builtin_ctzll(ends.closing);
            scan->has_feed |= (feeds | (found.feed & (ends.closing - 1))) != 0;
            scan->rows = rows + cscan_has_content(bytes, place, scan->has_content);
            cscan_begin_row(scan);
            scan->is_ended = true;
            return place + 1;
        }
        feeds |= found.feed;
    }
    scan->has_feed |= feeds != 0;
    scan->has_content = depth > 0 || was_inside || cscan_has_content(bytes, count, scan->has_content);
    scan->rows = rows;
    scan->depth = depth;
    scan->quote = was_inside ? '"' : 0;
    scan->is_escaped = was_escaped;
    return count;
}

// Values

/// A scan for values in a word.
typedef struct {
    /// Bits of the bytes that are not gone over.
    uint64_t left;
    size_t depth;
    bool is_in_string, has_content;
} cscan_value_walk;

/// Goes to where the next row ends.
///
/// - Returns: Whether one does; then it ends before the lowest byte that is left.
CSCAN_INLINE bool cscan_next_value(cscan_value_walk *walk, cscan_json outside, uint64_t quotes, uint64_t separators) {
    for (;;) {
        // Inside of brackets a string is nothing to stop at: none of the brackets is in it.
        const bool is_in_string = walk->is_in_string && walk->depth == 0;
        const uint64_t stops = walk->depth > 0     ? outside.open | outside.close
                               : is_in_string      ? quotes
                               : walk->has_content ? outside.open | quotes | separators
                                                   : ~separators;
        const uint64_t bits = stops & walk->left, bit = bits & -bits;
        if (bits == 0) {
            walk->left = 0;
            return false;
        }
        if (walk->depth == 0 && !is_in_string && walk->has_content && !(separators & bit)) {
            // The next value begins.
            walk->left &= -bit;
            walk->has_content = false;
            return true;
        }
        walk->left &= ~cscan_up_to_lowest(bits);
        if (walk->depth > 0) {
            walk->depth = outside.open & bit ? walk->depth + 1 : walk->depth - 1;
            if (walk->depth > 0) continue;
        } else if (!is_in_string && !walk->has_content) {
            walk->has_content = true;
            walk->depth = (outside.open & bit) != 0;
            walk->is_in_string = (quotes & bit) != 0;
            continue;
        }
        walk->has_content = walk->is_in_string = false;
        return true;
    }
}

CSCAN_INLINE size_t cscan_find_values(
    const uint8_t *bytes, size_t count, cscan_row_scan *scan, cscan_marking marking) {
    uint8_t room[64];
    uint64_t was_escaped = scan->is_escaped, was_inside = scan->quote ? ~(uint64_t)0 : 0;
    size_t depth = scan->depth, rows = scan->rows;
    bool has_content = scan->has_content;
    for (size_t base = 0; base < count; base += 64) {
        const cscan_row_word word = cscan_word_at(bytes + base, count - base, room);
        cscan_json found = marking.json(word.bytes);
        const uint64_t escaped = cscan_escaped(found.backslash, &was_escaped);
        if (word.count < 64) was_escaped = escaped >> word.count & 1;
        const uint64_t quotes = found.quote & ~escaped, inside = marking.parity(quotes) ^ was_inside;
        found.open &= ~inside;
        found.close &= ~inside;
        const bool is_in_string = was_inside != 0;
        was_inside = (uint64_t)((int64_t)inside >> 63);
        const size_t closed = (size_t)__builtin_popcountll(found.close);
        if (depth > closed) {
            depth += (size_t)__builtin_popcountll(found.open) - closed;
            continue;
        }
        const cscan_word blanks = marking.bytes(word.bytes, (cscan_bytes){' ', '\t', '\r', '\n'});
        const cscan_word others = marking.bytes(word.bytes, (cscan_bytes){',', 0x1E, 0x1E, 0x1E});
        const uint64_t separators = (blanks.a | blanks.b | blanks.c | blanks.quote | others.a | others.b) & ~inside;
        cscan_value_walk walk = {word.valid, depth, is_in_string, has_content};
        while (cscan_next_value(&walk, found, quotes, separators)) {
            if (++rows < scan->limit) continue;
            scan->rows = rows;
            cscan_begin_row(scan);
            return base + (walk.left ? (size_t)__builtin_ctzll(walk.left) : word.count);
        }
        depth = walk.depth;
        has_content = walk.has_content;
    }
    scan->has_content = has_content;
    scan->rows = rows;
    scan->depth = depth;
    scan->quote = was_inside ? '"' : 0;
    scan->is_escaped = was_escaped;
    return count;
}

CSCAN_INLINE size_t cscan_find_rows(
    const uint8_t *bytes, size_t count, cscan_row_scan *scan, cscan_marking marking) {
    switch (scan->form) {
    case cscan_rows_lines: return cscan_find_lines(bytes, count, scan, marking);
    case cscan_rows_values: return cscan_find_values(bytes, count, scan, marking);
    default: return cscan_find_elements(bytes, count, scan, marking);
    }
}

// Stretches

/// Goes from bracket to bracket of a word; the commas in it that are at the lowest depth.
CSCAN_INLINE uint64_t cscan_guess_brackets(cscan_row_guess *guess, cscan_json outside) {
    uint64_t commas = 0;
    // Bits from the last bracket on that led to the lowest depth.
    uint64_t from = ~(uint64_t)0;
    for (uint64_t left = outside.open | outside.close; left != 0; left &= left - 1) {
        const uint64_t bit = left & -left;
        if (outside.open & bit) {
            if (guess->depth++ > guess->lowest) continue;
            commas |= outside.comma & from & (bit - 1);
            guess->openings++;
            continue;
        }
        if (--guess->depth > guess->lowest) continue;
        from = -bit;
        if (guess->depth == guess->lowest) continue;
        guess->lowest = guess->depth;
        guess->commas = guess->first = guess->openings = 0;
        commas = 0;
    }
    return guess->depth == guess->lowest ? commas | (outside.comma & from) : commas;
}

/// Adds a word, where `inside` of it is in strings, behind `count` bytes.
CSCAN_INLINE void cscan_guess_word(
    cscan_row_guess *guess, cscan_json found, uint64_t inside, size_t count, uint64_t (*parity)(uint64_t)) {
    found.open &= ~inside;
    found.close &= ~inside;
    guess->has_feed |= (found.feed & inside) != 0;
    const int64_t closed = __builtin_popcountll(found.close);
    if (guess->depth - closed > guess->lowest) {
        guess->depth += __builtin_popcountll(found.open) - closed;
        return;
    }
    found.comma &= ~inside;
    const uint64_t brackets = found.open | found.close, above = (uint64_t)(guess->depth - guess->lowest);
    uint64_t commas = found.comma;
    if (brackets) {
        // As in `cscan_row_ends_in`.
        const uint64_t deeper = parity(brackets) ^ (0 - above);
        if (above <= 1 && found.open == (brackets & deeper)) {
            commas &= ~deeper;
            guess->openings += (size_t)__builtin_popcountll(found.open);
            guess->depth = guess->lowest + (int64_t)(deeper >> 63);
        } else {
            commas = cscan_guess_brackets(guess, found);
        }
    }
    if (commas == 0) return;
    if (guess->commas == 0) guess->first = count + (size_t)__builtin_ctzll(commas) + 1;
    guess->commas += (size_t)__builtin_popcountll(commas);
}

CSCAN_INLINE void cscan_add_to_span(
    const uint8_t *bytes, size_t count, cscan_row_span *span, cscan_marking marking) {
    uint8_t room[64];
    cscan_row_guess outside = span->outside, inside = span->inside;
    uint64_t was_escaped = span->is_escaped, was_inside = outside.is_in_string ? ~(uint64_t)0 : 0;
    for (size_t base = 0; base < count; base += 64) {
        const cscan_row_word word = cscan_word_at(bytes + base, count - base, room);
        const cscan_json found = marking.json(word.bytes);
        const uint64_t escaped = cscan_escaped(found.backslash, &was_escaped);
        if (word.count < 64) was_escaped = escaped >> word.count & 1;
        const uint64_t strings = marking.parity(found.quote & ~escaped) ^ was_inside;
        was_inside = (uint64_t)((int64_t)strings >> 63);
        cscan_guess_word(&outside, found, strings, span->count + base, marking.parity);
        cscan_guess_word(&inside, found, ~strings, span->count + base, marking.parity);
    }
    span->outside = outside;
    span->inside = inside;
    span->outside.is_in_string = was_inside != 0;
    span->inside.is_in_string = was_inside == 0;
    span->is_escaped = was_escaped;
    span->count += count;
    while (count > 0 && cscan_is_blank(bytes[count - 1])) count--;
    if (count == 0) return;
    span->last = bytes[count - 1];
    span->has_last = true;
}

#pragma clang assume_nonnull end

#endif
