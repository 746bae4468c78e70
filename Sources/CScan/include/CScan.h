// Byte search kernels for the readers of text tables.
//
// Each has a scalar twin (`…_scalar`) that states its meaning and that the tests compare it with. The short ones are
// inline so that Swift's loops, which call them once a field, pay no call.
//
// If you add a kernel, add its scalar twin and a line in Tests/CScanTests.

#ifndef CSCAN_H
#define CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma clang assume_nonnull begin

/// The index of the first byte that is `a`, `b` or `c`; `count` when there is none.
static inline size_t cscan_find3_scalar(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c) {
    size_t i = 0;
    while (i < count && bytes[i] != a && bytes[i] != b && bytes[i] != c) i++;
    return i;
}

/// The index of the first byte that is `a`, `b`, `c` or `d`; `count` when there is none.
static inline size_t cscan_find4_scalar(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c,
                                        uint8_t d) {
    size_t i = 0;
    while (i < count && bytes[i] != a && bytes[i] != b && bytes[i] != c && bytes[i] != d) i++;
    return i;
}

/// Like `cscan_find3_scalar`, 16 bytes a step where the machine can.
static inline size_t cscan_find3(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b), vc = _mm_set1_epi8((char)c);
    for (; i + 16 <= count; i += 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        const __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, va), _mm_cmpeq_epi8(v, vb)),
                                         _mm_cmpeq_epi8(v, vc));
        const unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask) return i + (size_t)__builtin_ctz(mask);
    }
#endif
    return i + cscan_find3_scalar(bytes + i, count - i, a, b, c);
}

/// Like `cscan_find4_scalar`, 16 bytes a step where the machine can.
static inline size_t cscan_find4(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b);
    const __m128i vc = _mm_set1_epi8((char)c), vd = _mm_set1_epi8((char)d);
    for (; i + 16 <= count; i += 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        const __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, va), _mm_cmpeq_epi8(v, vb)),
                                         _mm_or_si128(_mm_cmpeq_epi8(v, vc), _mm_cmpeq_epi8(v, vd)));
        const unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask) return i + (size_t)__builtin_ctz(mask);
    }
#endif
    return i + cscan_find4_scalar(bytes + i, count - i, a, b, c, d);
}

/// How many bytes are `byte`.
size_t cscan_count(const uint8_t *bytes, size_t count, uint8_t byte);
size_t cscan_count_scalar(const uint8_t *bytes, size_t count, uint8_t byte);

/// Whether all bytes are ASCII and none is NUL: text that needs no look at its encoding.
bool cscan_is_plain(const uint8_t *bytes, size_t count);
bool cscan_is_plain_scalar(const uint8_t *bytes, size_t count);

#pragma clang assume_nonnull end

#endif
