#if defined(__x86_64__)

#include <immintrin.h>

#include "fields.h"
#include "find.h"
#include "json.h"
#include "levels.h"
#include "records.h"
#include "tokens.h"

// SSE2, which every x86-64 has

static inline uint64_t equal_sse2(const __m128i v[4], uint8_t byte) {
    const __m128i wanted = _mm_set1_epi8((char)byte);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v[i], wanted)) << (16 * i);
    }
    return mask;
}

static inline cscan_word mark_sse2(const uint8_t *bytes, cscan_bytes wanted) {
    __m128i v[4];
    for (int i = 0; i < 4; i++) v[i] = _mm_loadu_si128((const __m128i *)bytes + i);
    return (cscan_word){equal_sse2(v, wanted.a), equal_sse2(v, wanted.b), equal_sse2(v, wanted.c),
                        equal_sse2(v, wanted.quote)};
}

static void masks_sse2(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words) {
    for (size_t block = 0; block < blocks; block++) words[block] = mark_sse2(bytes + block * 64, wanted);
}

static size_t records_sse2(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_records(bytes, words, dialect, scan, mark_sse2, cscan_parity);
}

static size_t columns_sse2(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_columns(bytes, words, dialect, scan, mark_sse2, cscan_parity);
}

/// Passes over ASCII alone.
static size_t clean_sse2(const uint8_t *bytes, size_t blocks) {
    const __m128i zero = _mm_setzero_si128();
    for (size_t block = 0; block < blocks; block++) {
        __m128i bad = zero;
        for (int i = 0; i < 4; i++) {
            const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + block * 64) + i);
            bad = _mm_or_si128(bad, _mm_or_si128(v, _mm_cmpeq_epi8(v, zero)));
        }
        if (_mm_movemask_epi8(bad)) return block * 64;
    }
    return blocks * 64;
}

static void split_sse2(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_sse2, cscan_parity, cscan_emit);
}

/// Returns the positions among 16 bytes, with `bit` set, of those that are `byte`.
static inline uint64_t equal_with_bit_sse2(const uint8_t *bytes, uint8_t byte, uint8_t bit) {
    const __m128i v = _mm_or_si128(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8((char)bit));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte)));
}

static inline uint64_t pair_sse2(const uint8_t *first, const uint8_t *second, cscan_pair pair) {
    uint64_t marks = 0;
    for (int i = 0; i < 64; i += 16) {
        marks |= (equal_with_bit_sse2(first + i, pair.first, pair.first_case) &
                  equal_with_bit_sse2(second + i, pair.second, pair.second_case))
                 << i;
    }
    return marks;
}

static size_t find_sse2(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    return cscan_find_needle(bytes, count, needle, from, places, room, pair_sse2);
}

static void ends_sse2(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    cscan_find_ends(bytes, words, dialect, inside, ends, mark_sse2, cscan_parity);
}

static inline cscan_json json_sse2(const uint8_t *bytes) {
    // Brackets and braces differ in one bit.
    const __m128i bit = _mm_set1_epi8(0x20);
    __m128i v[4], folded[4];
    for (int i = 0; i < 4; i++) {
        v[i] = _mm_loadu_si128((const __m128i *)bytes + i);
        folded[i] = _mm_or_si128(v[i], bit);
    }
    return (cscan_json){equal_sse2(v, '"'), equal_sse2(v, '\\'), equal_sse2(folded, '{'), equal_sse2(folded, '}'),
                        equal_sse2(v, ','), equal_sse2(v, '\n')};
}

static inline cscan_feeds feeds_sse2(const uint8_t *bytes) {
    const __m128i space = _mm_set1_epi8(' ');
    __m128i v[4];
    uint64_t low = 0;
    for (int i = 0; i < 4; i++) {
        v[i] = _mm_loadu_si128((const __m128i *)bytes + i);
        const __m128i is_low = _mm_cmpeq_epi8(_mm_max_epu8(v[i], space), space);
        low |= (uint64_t)(unsigned)_mm_movemask_epi8(is_low) << (16 * i);
    }
    return (cscan_feeds){equal_sse2(v, '\n'), low};
}

static size_t rows_sse2(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_find_rows(bytes, count, scan, (cscan_marking){json_sse2, feeds_sse2, mark_sse2, cscan_parity});
}

static void span_sse2(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_add_to_span(bytes, count, span, (cscan_marking){json_sse2, feeds_sse2, mark_sse2, cscan_parity});
}

static inline uint64_t below_sse2(const __m128i v[4], uint8_t byte) {
    const __m128i last = _mm_set1_epi8((char)(byte - 1));
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        const __m128i is_below = _mm_cmpeq_epi8(_mm_max_epu8(v[i], last), last);
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(is_below) << (16 * i);
    }
    return mask;
}

static inline cscan_token_marks token_marks_sse2(const uint8_t *bytes) {
    __m128i v[4], folded[4];
    for (int i = 0; i < 4; i++) {
        v[i] = _mm_loadu_si128((const __m128i *)bytes + i);
        folded[i] = _mm_or_si128(v[i], _mm_set1_epi8(0x20));
    }
    const uint64_t structure =
        equal_sse2(folded, '{') | equal_sse2(folded, '}') | equal_sse2(v, ',') | equal_sse2(v, ':');
    const uint64_t blank = equal_sse2(v, ' ') | equal_sse2(v, '\t') | equal_sse2(v, '\n') | equal_sse2(v, '\r');
    return (cscan_token_marks){equal_sse2(v, '"'), equal_sse2(v, '\\'), structure, blank, below_sse2(v, ' ')};
}

static size_t tokens_sse2(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_sse2, cscan_parity, cscan_write_places);
}

const cscan_kernels cscan_kernels_sse2 = {
    masks_sse2, clean_sse2, records_sse2, split_sse2, columns_sse2, find_sse2, ends_sse2, rows_sse2,
    span_sse2, tokens_sse2};

// SSE2 with a carry-less multiplication, by all ones: the same as `cscan_parity`

#define CLMUL __attribute__((target("pclmul,popcnt")))

CLMUL static inline uint64_t parity_clmul(uint64_t bits) {
    const __m128i product =
        _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

CLMUL static size_t records_clmul(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_records(bytes, words, dialect, scan, mark_sse2, parity_clmul);
}

CLMUL static size_t columns_clmul(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_columns(bytes, words, dialect, scan, mark_sse2, parity_clmul);
}

CLMUL static void split_clmul(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_sse2, parity_clmul, cscan_emit);
}

CLMUL static void ends_clmul(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    cscan_find_ends(bytes, words, dialect, inside, ends, mark_sse2, parity_clmul);
}

CLMUL static size_t rows_clmul(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_find_rows(bytes, count, scan, (cscan_marking){json_sse2, feeds_sse2, mark_sse2, parity_clmul});
}

CLMUL static void span_clmul(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_add_to_span(bytes, count, span, (cscan_marking){json_sse2, feeds_sse2, mark_sse2, parity_clmul});
}

CLMUL static size_t tokens_clmul(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_sse2, parity_clmul, cscan_write_places);
}

const cscan_kernels cscan_kernels_clmul = {
    masks_sse2, clean_sse2, records_clmul, split_clmul, columns_clmul, find_sse2, ends_clmul, rows_clmul,
    span_clmul, tokens_clmul};

// AVX2

#define AVX2 __attribute__((target("avx2,bmi,pclmul,popcnt")))

AVX2 static inline uint64_t equal_avx2(__m256i v0, __m256i v1, uint8_t byte) {
    const __m256i wanted = _mm256_set1_epi8((char)byte);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v0, wanted)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v1, wanted)) << 32;
}

AVX2 static inline cscan_word mark_avx2(const uint8_t *bytes, cscan_bytes wanted) {
    const __m256i v0 = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i v1 = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    return (cscan_word){equal_avx2(v0, v1, wanted.a), equal_avx2(v0, v1, wanted.b), equal_avx2(v0, v1, wanted.c),
                        equal_avx2(v0, v1, wanted.quote)};
}

AVX2 static void masks_avx2(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words) {
    for (size_t block = 0; block < blocks; block++) words[block] = mark_avx2(bytes + block * 64, wanted);
}

AVX2 static size_t records_avx2(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_records(bytes, words, dialect, scan, mark_avx2, parity_clmul);
}

AVX2 static size_t columns_avx2(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_columns(bytes, words, dialect, scan, mark_avx2, parity_clmul);
}

/// The bytes of `now` moved up by `by`, filled from the end of `before`.
#define BEHIND(now, before, by) \
    _mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - (by))

#define TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/// Returns the errors in 32 bytes after 32 others, zero where there are none: Keiser and Lemire, "Validating UTF-8 in less than
/// one instruction per byte" (2021), section 6. Three tables name the errors that a byte and the one before it may have; an
/// error is one that all three name.
AVX2 static inline __m256i errors_avx2(__m256i now, __m256i before) {
    enum {
        too_short = 1, too_long = 2, overlong_3 = 4, too_large = 8, surrogate = 16, overlong_2 = 32,
        too_large_1000 = 64, overlong_4 = 64, two_continuations = 128,
        carry = too_short | too_long | two_continuations
    };
    const __m256i low = _mm256_set1_epi8(0x0F);
    const __m256i lead = BEHIND(now, before, 1);
    const __m256i lead_high = _mm256_shuffle_epi8(
        TABLE(too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long,
              (char)two_continuations, (char)two_continuations, (char)two_continuations, (char)two_continuations,
              too_short | overlong_2, too_short, too_short | overlong_3 | surrogate,
              too_short | too_large | too_large_1000 | overlong_4),
        _mm256_and_si256(_mm256_srli_epi16(lead, 4), low));
    const __m256i lead_low = _mm256_shuffle_epi8(
        TABLE((char)(carry | overlong_3 | overlong_2 | overlong_4), (char)(carry | overlong_2), (char)carry,
              (char)carry, (char)(carry | too_large), (char)(carry | too_large | too_large_1000),
              (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
              (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
              (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000),
              (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000 | surrogate),
              (char)(carry | too_large | too_large_1000), (char)(carry | too_large | too_large_1000)),
        _mm256_and_si256(lead, low));
    const __m256i next_high = _mm256_shuffle_epi8(
        TABLE(too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
              (char)(too_long | overlong_2 | two_continuations | overlong_3 | too_large_1000 | overlong_4),
              (char)(too_long | overlong_2 | two_continuations | overlong_3 | too_large),
              (char)(too_long | overlong_2 | two_continuations | surrogate | too_large),
              (char)(too_long | overlong_2 | two_continuations | surrogate | too_large),
              too_short, too_short, too_short, too_short),
        _mm256_and_si256(_mm256_srli_epi16(now, 4), low));
    const __m256i special = _mm256_and_si256(_mm256_and_si256(lead_high, lead_low), next_high);
    // The third and fourth bytes of a character must be continuations behind continuations, and nothing else may.
    const __m256i third = _mm256_subs_epu8(BEHIND(now, before, 2), _mm256_set1_epi8((char)(0xE0 - 0x80)));
    const __m256i fourth = _mm256_subs_epu8(BEHIND(now, before, 3), _mm256_set1_epi8((char)(0xF0 - 0x80)));
    const __m256i wanted = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(wanted, special);
}

AVX2 static size_t clean_avx2(const uint8_t *bytes, size_t blocks) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i before = zero;
    for (size_t block = 0; block < blocks; block++) {
        const __m256i v0 = _mm256_loadu_si256((const __m256i *)(bytes + block * 64));
        const __m256i v1 = _mm256_loadu_si256((const __m256i *)(bytes + block * 64 + 32));
        __m256i bad = _mm256_cmpeq_epi8(_mm256_min_epu8(v0, v1), zero);
        // Between characters at the end of ASCII, and so the next block has nothing to go on with.
        if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(v0, v1), before))) {
            bad = _mm256_or_si256(bad, _mm256_or_si256(errors_avx2(v0, before), errors_avx2(v1, v0)));
        }
        if (!_mm256_testz_si256(bad, bad)) return cscan_character_start(bytes, block * 64);
        before = v1;
    }
    return cscan_character_start(bytes, blocks * 64);
}

AVX2 static void split_avx2(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_avx2, parity_clmul, cscan_emit);
}

AVX2 static inline uint64_t pair_avx2(const uint8_t *first, const uint8_t *second, cscan_pair pair) {
    const __m256i first_case = _mm256_set1_epi8((char)pair.first_case);
    const __m256i second_case = _mm256_set1_epi8((char)pair.second_case);
    const __m256i a = _mm256_set1_epi8((char)pair.first), b = _mm256_set1_epi8((char)pair.second);
    uint64_t marks = 0;
    for (int i = 0; i < 64; i += 32) {
        const __m256i v = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(first + i)), first_case);
        const __m256i w = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(second + i)), second_case);
        const __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(v, a), _mm256_cmpeq_epi8(w, b));
        marks |= (uint64_t)(uint32_t)_mm256_movemask_epi8(both) << i;
    }
    return marks;
}

AVX2 static size_t find_avx2(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    return cscan_find_needle(bytes, count, needle, from, places, room, pair_avx2);
}

AVX2 static void ends_avx2(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    cscan_find_ends(bytes, words, dialect, inside, ends, mark_avx2, parity_clmul);
}

AVX2 static inline cscan_json json_avx2(const uint8_t *bytes) {
    const __m256i v0 = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i v1 = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i bit = _mm256_set1_epi8(0x20);
    const __m256i folded0 = _mm256_or_si256(v0, bit), folded1 = _mm256_or_si256(v1, bit);
    return (cscan_json){equal_avx2(v0, v1, '"'), equal_avx2(v0, v1, '\\'), equal_avx2(folded0, folded1, '{'),
                        equal_avx2(folded0, folded1, '}'), equal_avx2(v0, v1, ','), equal_avx2(v0, v1, '\n')};
}

AVX2 static inline cscan_feeds feeds_avx2(const uint8_t *bytes) {
    const __m256i v0 = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i v1 = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i space = _mm256_set1_epi8(' ');
    return (cscan_feeds){equal_avx2(v0, v1, '\n'),
                         equal_avx2(_mm256_max_epu8(v0, space), _mm256_max_epu8(v1, space), ' ')};
}

AVX2 static size_t rows_avx2(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_find_rows(bytes, count, scan, (cscan_marking){json_avx2, feeds_avx2, mark_avx2, parity_clmul});
}

AVX2 static void span_avx2(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_add_to_span(bytes, count, span, (cscan_marking){json_avx2, feeds_avx2, mark_avx2, parity_clmul});
}

/// The blanks of JSON by their lower four bits, and the structure likewise; 0 where there is none.
#define BLANKS ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0
#define STRUCTURE 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0

AVX2 static inline uint64_t mask_avx2(__m256i v0, __m256i v1) {
    return (uint32_t)_mm256_movemask_epi8(v0) | (uint64_t)(uint32_t)_mm256_movemask_epi8(v1) << 32;
}

AVX2 static inline cscan_token_marks token_marks_avx2(const uint8_t *bytes) {
    const __m256i v0 = _mm256_loadu_si256((const __m256i *)bytes);
    const __m256i v1 = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i blanks = _mm256_setr_epi8(BLANKS, BLANKS), structure = _mm256_setr_epi8(STRUCTURE, STRUCTURE);
    const __m256i bit = _mm256_set1_epi8(0x20), last = _mm256_set1_epi8(0x1F);
    const uint64_t control = mask_avx2(
        _mm256_cmpeq_epi8(_mm256_max_epu8(v0, last), last), _mm256_cmpeq_epi8(_mm256_max_epu8(v1, last), last));
    // Two control characters fold to a comma and a colon.
    const uint64_t found = mask_avx2(
        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(structure, v0), _mm256_or_si256(v0, bit)),
        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(structure, v1), _mm256_or_si256(v1, bit)));
    const uint64_t blank = mask_avx2(
        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(blanks, v0), v0), _mm256_cmpeq_epi8(_mm256_shuffle_epi8(blanks, v1), v1));
    return (cscan_token_marks){equal_avx2(v0, v1, '"'), equal_avx2(v0, v1, '\\'), found & ~control, blank, control};
}

AVX2 static size_t tokens_avx2(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_avx2, parity_clmul, cscan_write_places);
}

const cscan_kernels cscan_kernels_avx2 = {
    masks_avx2, clean_avx2, records_avx2, split_avx2, columns_avx2, find_avx2, ends_avx2, rows_avx2,
    span_avx2, tokens_avx2};

// AVX-512: masks are what its comparisons give

#define AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi,pclmul,popcnt")))

AVX512 static inline cscan_word mark_avx512(const uint8_t *bytes, cscan_bytes wanted) {
    const __m512i v = _mm512_loadu_si512(bytes);
    return (cscan_word){_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)wanted.a)),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)wanted.b)),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)wanted.c)),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)wanted.quote))};
}

AVX512 static void masks_avx512(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words) {
    for (size_t block = 0; block < blocks; block++) words[block] = mark_avx512(bytes + block * 64, wanted);
}

AVX512 static size_t records_avx512(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_records(bytes, words, dialect, scan, mark_avx512, parity_clmul);
}

AVX512 static size_t columns_avx512(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_columns(bytes, words, dialect, scan, mark_avx512, parity_clmul);
}

AVX512 static void split_avx512(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_avx512, parity_clmul, cscan_emit);
}

AVX512 static inline uint64_t pair_avx512(const uint8_t *first, const uint8_t *second, cscan_pair pair) {
    const __m512i v = _mm512_or_si512(_mm512_loadu_si512(first), _mm512_set1_epi8((char)pair.first_case));
    const __m512i w = _mm512_or_si512(_mm512_loadu_si512(second), _mm512_set1_epi8((char)pair.second_case));
    return _mm512_mask_cmpeq_epi8_mask(
        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)pair.first)), w, _mm512_set1_epi8((char)pair.second));
}

AVX512 static size_t find_avx512(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    return cscan_find_needle(bytes, count, needle, from, places, room, pair_avx512);
}

AVX512 static void ends_avx512(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    cscan_find_ends(bytes, words, dialect, inside, ends, mark_avx512, parity_clmul);
}

AVX512 static inline cscan_json json_avx512(const uint8_t *bytes) {
    const __m512i v = _mm512_loadu_si512(bytes), folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
    return (cscan_json){_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"')),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\')),
                        _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('{')),
                        _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('}')),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(',')),
                        _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n'))};
}

AVX512 static inline cscan_feeds feeds_avx512(const uint8_t *bytes) {
    const __m512i v = _mm512_loadu_si512(bytes);
    return (cscan_feeds){_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n')),
                         _mm512_cmple_epu8_mask(v, _mm512_set1_epi8(' '))};
}

AVX512 static size_t rows_avx512(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_find_rows(bytes, count, scan, (cscan_marking){json_avx512, feeds_avx512, mark_avx512, parity_clmul});
}

AVX512 static void span_avx512(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_add_to_span(bytes, count, span, (cscan_marking){json_avx512, feeds_avx512, mark_avx512, parity_clmul});
}

AVX512 static inline cscan_token_marks token_marks_avx512(const uint8_t *bytes) {
    const __m512i v = _mm512_loadu_si512(bytes);
    const __m512i blanks = _mm512_broadcast_i32x4(_mm_setr_epi8(BLANKS));
    const __m512i structure = _mm512_broadcast_i32x4(_mm_setr_epi8(STRUCTURE));
    const uint64_t control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(' '));
    // Two control characters fold to a comma and a colon.
    const uint64_t found =
        _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(structure, v), _mm512_or_si512(v, _mm512_set1_epi8(0x20)));
    return (cscan_token_marks){_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"')),
                               _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\')), found & ~control,
                               _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(blanks, v), v), control};
}

AVX512 static size_t tokens_avx512(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_avx512, parity_clmul, cscan_write_places);
}

const cscan_kernels cscan_kernels_avx512 = {
    masks_avx512, clean_avx2, records_avx512, split_avx512, columns_avx512, find_avx512, ends_avx512, rows_avx512,
    span_avx512, tokens_avx512};

// AVX-512 with VBMI2: the numbers of set bits are pressed together, and eight pieces made of them at once

#define VBMI2 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi,bmi2,pclmul,popcnt")))

VBMI2 static inline __attribute__((always_inline)) void emit_vbmi2(
    cscan_marks marks, uint64_t base, cscan_next next, size_t number, cscan_piece *pieces) {
    static const uint8_t numbers[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const __m512i one = _mm512_set1_epi64(1), first = _mm512_set1_epi64((long long)base);
    __m512i bits = _mm512_maskz_compress_epi8(marks.seps, _mm512_loadu_si512(numbers));
    uint64_t records = _pext_u64(marks.records, marks.seps), ends = ~(uint64_t)0, closed = 0, opened = 0, skips = 0;
    if (marks.has_quotes) {
        ends = _pext_u64(marks.ends, marks.seps);
        closed = _pext_u64(marks.closed, marks.seps);
        // A quoted field ends behind a quote, or goes on behind a doubled one.
        opened = (ends << 1 | next.begins) & (closed | ~ends);
    }
    if (marks.pairs) skips = _pext_u64(marks.pairs >> 1, marks.seps) << 1;
    __m512i before = _mm512_set1_epi64((long long)next.start - 1);
    // Two at a time, since which of both there are is hard to foretell.
    for (size_t k = 0; k < number; k += 16) {
        for (int half = 0; half < 2; half++) {
            const __m512i end = _mm512_add_epi64(_mm512_cvtepu8_epi64(_mm512_castsi512_si128(bits)), first);
            __m512i start = _mm512_add_epi64(_mm512_alignr_epi64(end, before, 7), one);
            __m512i length = end;
            __m512i piece = _mm512_set1_epi64((long long)CSCAN_PIECE_ENDS);
            if (marks.has_quotes | (marks.pairs != 0)) {
                start = _mm512_mask_add_epi64(start, (__mmask8)skips, start, one);
                start = _mm512_mask_add_epi64(start, (__mmask8)opened, start, one);
                length = _mm512_mask_sub_epi64(length, (__mmask8)closed, length, one);
                piece = _mm512_maskz_mov_epi64((__mmask8)ends, piece);
                opened >>= 8, closed >>= 8, skips >>= 8, ends >>= 8;
            }
            length = _mm512_slli_epi64(_mm512_sub_epi64(length, start), 32);
            piece = _mm512_mask_or_epi64(
                piece, (__mmask8)records, piece, _mm512_set1_epi64((long long)((uint64_t)1 << 63)));
            records >>= 8;
            _mm512_storeu_si512(pieces + k + 8 * half, _mm512_or_si512(piece, _mm512_or_si512(start, length)));
            before = end;
            bits = _mm512_alignr_epi64(bits, bits, 1);
        }
    }
}

VBMI2 static void split_vbmi2(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_avx512, parity_clmul, emit_vbmi2);
}

VBMI2 static inline __attribute__((always_inline)) void write_places_vbmi2(
    uint64_t bits, uint32_t base, size_t number, uint32_t *places) {
    static const uint8_t numbers[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const __m512i first = _mm512_set1_epi32((int)base);
    const __m512i pressed = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(numbers));
    const __m128i quarters[4] = {_mm512_castsi512_si128(pressed), _mm512_extracti32x4_epi32(pressed, 1),
                                 _mm512_extracti32x4_epi32(pressed, 2), _mm512_extracti32x4_epi32(pressed, 3)};
    _mm512_storeu_si512(places, _mm512_add_epi32(_mm512_cvtepu8_epi32(quarters[0]), first));
    _mm512_storeu_si512(places + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(quarters[1]), first));
    if (number <= 32) return;
    _mm512_storeu_si512(places + 32, _mm512_add_epi32(_mm512_cvtepu8_epi32(quarters[2]), first));
    _mm512_storeu_si512(places + 48, _mm512_add_epi32(_mm512_cvtepu8_epi32(quarters[3]), first));
}

VBMI2 static size_t tokens_vbmi2(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_avx512, parity_clmul, write_places_vbmi2);
}

const cscan_kernels cscan_kernels_vbmi2 = {
    masks_avx512, clean_avx2, records_avx512, split_vbmi2, columns_avx512, find_avx512, ends_avx512, rows_avx512,
    span_avx512, tokens_vbmi2};

#endif
