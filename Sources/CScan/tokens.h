// Tokens of JSON texts found a word of 64 bytes at a time. What differs from one instruction set to another comes as
// functions, which the compiler puts in their place.

#ifndef CSCAN_TOKENS_H
#define CSCAN_TOKENS_H

#include "json.h"

#pragma clang assume_nonnull begin

/// The places of the bytes that tokens are told by in 64 bytes, inside of strings too.
typedef struct {
    uint64_t quote, backslash;
    /// Brackets, commas and colons.
    uint64_t structure;
    uint64_t blank;
    /// Bytes below the space, some of which are blanks.
    uint64_t control;
} cscan_token_marks;

/// Writes the place of each set bit, from `base` on, and up to seven numbers more.
CSCAN_INLINE void cscan_write_places(uint64_t bits, uint32_t base, size_t number, uint32_t *places) {
    // Eight at a time, since how many there are is hard to foretell.
    for (size_t k = 0; k < number; k += 8) {
        for (size_t i = 0; i < 8; i++) {
            places[k + i] = base + (uint32_t)(bits ? __builtin_ctzll(bits) : 0);
            bits &= bits - 1;
        }
    }
}

CSCAN_INLINE size_t cscan_find_tokens(
    cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room, cscan_token_marks (*mark)(const uint8_t *),
    uint64_t (*parity)(uint64_t), void (*write)(uint64_t, uint32_t, size_t, uint32_t *)) {
    uint8_t last[64];
    uint64_t was_escaped = scan->is_escaped, was_inside = scan->is_in_string ? ~(uint64_t)0 : 0;
    uint64_t was_word = scan->is_in_word, odd = 0;
    size_t found = 0, place = scan->place;
    for (; place < text.count && room - found >= CSCAN_TOKEN_ROOM; place += 64) {
        const size_t left = text.count - place;
        cscan_row_word word = cscan_word_at(text.bytes + place, text.readable - place, last);
        if (left < 64) word.valid = ((uint64_t)1 << left) - 1;
        const cscan_token_marks marks = mark(word.bytes);
        const uint64_t escaped = cscan_escaped(marks.backslash, &was_escaped);
        const uint64_t quotes = marks.quote & ~escaped, inside = parity(quotes) ^ was_inside;
        const uint64_t structure = marks.structure & ~inside;
        const uint64_t words = ~(structure | marks.blank | inside | quotes);
        const uint64_t starts = words & ~(words << 1 | was_word);
        const uint64_t escapes = marks.backslash & ~escaped & inside;
        const uint64_t bits = (structure | quotes | starts | escapes) & word.valid;
        odd |= marks.control & inside & word.valid;
        was_inside = (uint64_t)((int64_t)inside >> 63);
        was_word = words >> 63;
        const size_t number = (size_t)__builtin_popcountll(bits);
        write(bits, (uint32_t)place, number, tokens + found);
        found += number;
    }
    *scan = (cscan_token_scan){place < text.count ? place : text.count, was_inside != 0, was_escaped != 0,
                               was_word != 0, scan->is_odd || odd != 0};
    return found;
}

#pragma clang assume_nonnull end

#endif
