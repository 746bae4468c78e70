// A text looked for by two of its bytes at once, 64 places a step: where both stand, the rest is compared. What differs from
// one instruction set to another comes as a function, which the compiler puts in its place.

#ifndef CSCAN_FIND_H
#define CSCAN_FIND_H

#include <string.h>

#include "CScan.h"
#include "records.h"

#pragma clang assume_nonnull begin

/// Two bytes that are looked for, each in the bytes from its own place on, and what is set in both sides before they are
/// compared: the bit by which the cases of a letter differ, or nothing.
typedef struct {
    uint8_t first, second, first_case, second_case;
} cscan_pair;

CSCAN_INLINE uint8_t cscan_lower(uint8_t byte) { return (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte; }

CSCAN_INLINE bool cscan_is_needle_at(const uint8_t *bytes, const cscan_needle *needle) {
    if (!needle->ignores_case) return memcmp(bytes, needle->bytes, needle->count) == 0;
    for (size_t i = 0; i < needle->count; i++) {
        if (cscan_lower(bytes[i]) != needle->bytes[i]) return false;
    }
    return true;
}

CSCAN_INLINE cscan_pair cscan_pair_of(const cscan_needle *needle) {
    const uint8_t first = needle->bytes[needle->first], second = needle->bytes[needle->second];
    const bool is_first = needle->ignores_case && (uint8_t)(first - 'a') < 26;
    const bool is_second = needle->ignores_case && (uint8_t)(second - 'a') < 26;
    return (cscan_pair){first, second, is_first ? 0x20 : 0, is_second ? 0x20 : 0};
}

/// `cscan_find` with `mark` for the places, of 64, where both bytes stand.
CSCAN_INLINE size_t cscan_find_needle(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room,
    uint64_t (*mark)(const uint8_t *, const uint8_t *, cscan_pair)) {
    const size_t length = needle->count;
    size_t found = 0, i = *from;
    if (length == 0 || length > count) return *from = count, 0;
    // Behind the last place where it may begin.
    const size_t end = count - length + 1;
    const size_t reach = 64 + (needle->first > needle->second ? needle->first : needle->second);
    const cscan_pair pair = cscan_pair_of(needle);
    for (; i < end && i + reach <= count; i += 64) {
        uint64_t marks = mark(bytes + i + needle->first, bytes + i + needle->second, pair);
        if (marks == 0) continue;
        if (room - found < 64) return *from = i, found;
        do {
            const size_t place = i + (size_t)__builtin_ctzll(marks);
            if (place < end && cscan_is_needle_at(bytes + place, needle)) places[found++] = (uint32_t)place;
            marks &= marks - 1;
        } while (marks);
    }
    for (; i < end; i++) {
        if (room == found) return *from = i, found;
        if (cscan_is_needle_at(bytes + i, needle)) places[found++] = (uint32_t)i;
    }
    *from = count;
    return found;
}

#pragma clang assume_nonnull end

#endif
