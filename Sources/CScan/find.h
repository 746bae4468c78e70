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

/// The needle's first bytes, up to eight of them, the first the lowest, and ones where they are; none where its case does
/// not matter.
typedef struct {
    uint64_t bytes, mask;
    size_t count;
} cscan_head;

CSCAN_INLINE cscan_head cscan_head_of(const cscan_needle *needle) {
    cscan_head head = {0, 0, 0};
    if (needle->ignores_case) return head;
    head.count = needle->count < 8 ? needle->count : 8;
    for (size_t i = 0; i < head.count; i++) {
        head.bytes |= (uint64_t)needle->bytes[i] << (8 * i);
        head.mask |= (uint64_t)0xFF << (8 * i);
    }
    return head;
}

/// Of the places that are marked among the 64 from `from` on, and stand before `end`, writes those where the needle stands;
/// how many they are. It is no part of the loop that marks, so that what that needs stays in registers.
static __attribute__((noinline)) size_t cscan_check_places(
    const uint8_t *bytes, size_t count, size_t from, uint64_t marks, const cscan_needle *needle, const cscan_head *head,
    uint32_t *places) {
    const size_t end = count - needle->count + 1;
    size_t found = 0;
    for (; marks; marks &= marks - 1) {
        const size_t place = from + (size_t)__builtin_ctzll(marks);
        if (place >= end) break;
        if (head->count > 0 && place + 8 <= count) {
            uint64_t word;
            memcpy(&word, bytes + place, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            word = __builtin_bswap64(word);
#endif
            if ((word & head->mask) != head->bytes) continue;
            if (needle->count == head->count) {
                places[found++] = (uint32_t)place;
                continue;
            }
        }
        if (cscan_is_needle_at(bytes + place, needle)) places[found++] = (uint32_t)place;
    }
    return found;
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
    const cscan_head head = cscan_head_of(needle);
    const uint8_t *const first = bytes + needle->first, *const second = bytes + needle->second;
    // Four words a step, most of which have nothing: the loop that goes over those has no call in it, so that what is
    // looked for stays in registers.
    for (;;) {
        uint64_t marks[4] = {0, 0, 0, 0};
        for (; i + 192 < end && i + 192 + reach <= count; i += 256) {
            for (size_t word = 0; word < 4; word++) {
                marks[word] = mark(first + i + 64 * word, second + i + 64 * word, pair);
            }
            if (((marks[0] | marks[1]) | (marks[2] | marks[3])) != 0) break;
        }
        if (((marks[0] | marks[1]) | (marks[2] | marks[3])) == 0 || room - found < 256) break;
        for (size_t word = 0; word < 4; word++) {
            if (marks[word] == 0) continue;
            found += cscan_check_places(bytes, count, i + 64 * word, marks[word], needle, &head, places + found);
        }
        i += 256;
    }
    for (; i < end && i + reach <= count; i += 64) {
        const uint64_t marks = mark(first + i, second + i, pair);
        if (marks == 0) continue;
        if (room - found < 64) return *from = i, found;
        found += cscan_check_places(bytes, count, i, marks, needle, &head, places + found);
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
