#include "CExport.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Bytes that are moved at a time, and that may be read and written behind a value.
enum { STEP = 32 };

static inline uint32_t length_of(cexport_piece piece) { return (uint32_t)(piece >> 32) & 0x1FFFFFFF; }
static inline bool ends_value(cexport_piece piece) { return piece >> 62 & 1; }
static inline bool ends_record(cexport_piece piece) { return piece >> 63; }

static inline bool is_elsewhere(cexport_piece piece) { return piece >> 61 & 1; }

/// Writes the escape of `byte`.
static uint8_t *escape(uint8_t *to, uint8_t byte) {
    static const char letters[] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu", digits[] = "0123456789abcdef";
    *to++ = '\\';
    if (byte == '"' || byte == '\\') {
        *to++ = byte;
        return to;
    }
    const char letter = byte < 0x20 ? letters[byte] : 'u';
    *to++ = (uint8_t)letter;
    if (letter == 'u') {
        memcpy(to, "00", 2);
        to[2] = (uint8_t)digits[byte >> 4];
        to[3] = (uint8_t)digits[byte & 15];
        to += 4;
    }
    return to;
}

static bool is_ascii(const uint8_t *bytes, size_t count) {
    uint8_t all = 0;
    for (size_t i = 0; i < count; i++) all |= bytes[i];
    return all < 0x80;
}

static inline bool is_inside_character(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// The lowest bits, of which there are fewer than 32.
static inline uint32_t lowest(size_t count) { return ((uint32_t)1 << count) - 1; }

/// The translation of a run's bytes: `from` becomes `to`, and `odd` and `quote` must not occur.
typedef struct {
    uint8_t from, to, odd, quote;
} translation;

/// Values in a row.
typedef struct {
    /// The most bytes they may have, and whether values that need quotes are among them, unchanged.
    size_t longest;
    bool takes_quoted;
    /// The start of the first and the end of the last, the records that end, and the column of the next value.
    size_t start, end, records, column;
} cexport_run;

// As signed bytes those that are not ASCII are below 0x20 too.

#if defined(__SSE2__)
static inline uint32_t delimited16(uint8_t *to, const uint8_t *from, uint8_t delimiter) {
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    _mm_storeu_si128((__m128i *)to, v);
    const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
    const __m128i marks = _mm_or_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8((char)delimiter)));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(ends, marks));
}

static inline uint32_t json16(uint8_t *to, const uint8_t *from, bool is_utf8) {
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    _mm_storeu_si128((__m128i *)to, v);
    __m128i odd = _mm_cmplt_epi8(v, _mm_set1_epi8(0x20));
    if (is_utf8) odd = _mm_and_si128(odd, _mm_cmpgt_epi8(v, _mm_set1_epi8(-1)));
    const __m128i marks = _mm_or_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')), _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F))));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(odd, marks));
}

static inline uint32_t copy_delimited_plain(uint8_t *to, const uint8_t *from, uint8_t delimiter) {
    return delimited16(to, from, delimiter) | delimited16(to + 16, from + 16, delimiter) << 16;
}

static inline uint32_t run16(uint8_t *to, const uint8_t *from, translation change) {
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    const __m128i delimiters = _mm_cmpeq_epi8(v, _mm_set1_epi8((char)change.from));
    const __m128i other = _mm_set1_epi8((char)(change.from ^ change.to));
    _mm_storeu_si128((__m128i *)to, _mm_xor_si128(v, _mm_and_si128(delimiters, other)));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8((char)change.odd)), _mm_cmpeq_epi8(v, _mm_set1_epi8((char)change.quote))));
}

static inline uint32_t copy_run_plain(uint8_t *to, const uint8_t *from, translation change) {
    return run16(to, from, change) | run16(to + 16, from + 16, change) << 16;
}

static inline uint32_t copy_json_plain(uint8_t *to, const uint8_t *from, bool is_utf8) {
    return json16(to, from, is_utf8) | json16(to + 16, from + 16, is_utf8) << 16;
}
#else
static inline uint32_t copy_run_plain(uint8_t *to, const uint8_t *from, translation change) {
    uint32_t found = 0;
    for (int i = 0; i < STEP; i++) {
        const uint8_t byte = from[i];
        to[i] = byte == change.from ? change.to : byte;
        found |= (uint32_t)(byte == change.odd || byte == change.quote) << i;
    }
    return found;
}

static inline uint32_t copy_delimited_plain(uint8_t *to, const uint8_t *from, uint8_t delimiter) {
    uint32_t found = 0;
    for (int i = 0; i < STEP; i++) {
        const uint8_t byte = to[i] = from[i];
        found |= (uint32_t)(byte == '\n' || byte == '\r' || byte == '"' || byte == delimiter) << i;
    }
    return found;
}

static inline uint32_t copy_json_plain(uint8_t *to, const uint8_t *from, bool is_utf8) {
    uint32_t found = 0;
    for (int i = 0; i < STEP; i++) {
        const uint8_t byte = to[i] = from[i];
        const bool odd = byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7F || (byte >= 0x80 && !is_utf8);
        found |= (uint32_t)odd << i;
    }
    return found;
}
#endif

#define NAME(name) name##_plain
#include "kernels.h"
#undef NAME

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,bmi,bmi2")))

AVX2 static inline uint32_t copy_delimited_avx2(uint8_t *to, const uint8_t *from, uint8_t delimiter) {
    const __m256i v = _mm256_loadu_si256((const __m256i *)from);
    _mm256_storeu_si256((__m256i *)to, v);
    const __m256i ends = _mm256_or_si256(
        _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\n')), _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\r')));
    const __m256i marks = _mm256_or_si256(
        _mm256_cmpeq_epi8(v, _mm256_set1_epi8('"')), _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)delimiter)));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(ends, marks));
}

AVX2 static inline uint32_t copy_run_avx2(uint8_t *to, const uint8_t *from, translation change) {
    const __m256i v = _mm256_loadu_si256((const __m256i *)from);
    const __m256i delimiters = _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)change.from));
    const __m256i other = _mm256_set1_epi8((char)(change.from ^ change.to));
    _mm256_storeu_si256((__m256i *)to, _mm256_xor_si256(v, _mm256_and_si256(delimiters, other)));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(
        _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)change.odd)),
        _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)change.quote))));
}

AVX2 static inline uint32_t copy_json_avx2(uint8_t *to, const uint8_t *from, bool is_utf8) {
    const __m256i v = _mm256_loadu_si256((const __m256i *)from);
    _mm256_storeu_si256((__m256i *)to, v);
    __m256i odd = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v);
    if (is_utf8) odd = _mm256_and_si256(odd, _mm256_cmpgt_epi8(v, _mm256_set1_epi8(-1)));
    const __m256i marks = _mm256_or_si256(
        _mm256_cmpeq_epi8(v, _mm256_set1_epi8('"')),
        _mm256_or_si256(
            _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\')), _mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F))));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(odd, marks));
}

#pragma clang attribute push(AVX2, apply_to = function)
#define NAME(name) name##_avx2
#include "kernels.h"
#undef NAME
#pragma clang attribute pop

static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }
#endif

cexport_progress cexport_delimited(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output
) {
#if defined(__x86_64__)
    if (has_avx2()) return delimited_avx2(values, column, columns, delimiter, output);
#endif
    return delimited_plain(values, column, columns, delimiter, output);
}

cexport_progress cexport_json(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output
) {
#if defined(__x86_64__)
    if (has_avx2()) return json_avx2(values, column, members, output);
#endif
    return json_plain(values, column, members, output);
}

cexport_progress cexport_delimited_plain(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output
) {
    return delimited_plain(values, column, columns, delimiter, output);
}

cexport_progress cexport_json_plain(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output
) {
    return json_plain(values, column, members, output);
}
