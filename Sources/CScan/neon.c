#if defined(__aarch64__)

#include <arm_neon.h>

#include "fields.h"
#include "find.h"
#include "json.h"
#include "levels.h"
#include "records.h"
#include "tokens.h"

/// The top bits of 64 bytes that are 0 or 0xFF each, as a word.
static inline uint64_t word(uint8x16_t v0, uint8x16_t v1, uint8x16_t v2, uint8x16_t v3) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bit = vld1q_u8(bits);
    const uint8x16_t low = vpaddq_u8(vandq_u8(v0, bit), vandq_u8(v1, bit));
    const uint8x16_t high = vpaddq_u8(vandq_u8(v2, bit), vandq_u8(v3, bit));
    const uint8x16_t sum = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

static inline uint64_t equal(const uint8x16_t v[4], uint8_t byte) {
    const uint8x16_t wanted = vdupq_n_u8(byte);
    return word(vceqq_u8(v[0], wanted), vceqq_u8(v[1], wanted), vceqq_u8(v[2], wanted), vceqq_u8(v[3], wanted));
}

static inline cscan_word mark_neon(const uint8_t *bytes, cscan_bytes wanted) {
    uint8x16_t v[4];
    for (int i = 0; i < 4; i++) v[i] = vld1q_u8(bytes + 16 * i);
    return (cscan_word){equal(v, wanted.a), equal(v, wanted.b), equal(v, wanted.c), equal(v, wanted.quote)};
}

static void masks_neon(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words) {
    for (size_t block = 0; block < blocks; block++) words[block] = mark_neon(bytes + block * 64, wanted);
}

static size_t records_neon(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_records(bytes, words, dialect, scan, mark_neon, cscan_parity);
}

static size_t columns_neon(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_find_columns(bytes, words, dialect, scan, mark_neon, cscan_parity);
}

/// Passes over ASCII alone.
static size_t clean_neon(const uint8_t *bytes, size_t blocks) {
    for (size_t block = 0; block < blocks; block++) {
        uint8x16_t most = vdupq_n_u8(0), least = vdupq_n_u8(0xFF);
        for (int i = 0; i < 4; i++) {
            const uint8x16_t v = vld1q_u8(bytes + block * 64 + 16 * i);
            most = vmaxq_u8(most, v);
            least = vminq_u8(least, v);
        }
        if (vmaxvq_u8(most) >= 0x80 || vminvq_u8(least) == 0) return block * 64;
    }
    return blocks * 64;
}

static void split_neon(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_find_fields(bytes, count, dialect, fields, pieces, room, mark_neon, cscan_parity, cscan_emit);
}

static inline uint64_t pair_neon(const uint8_t *first, const uint8_t *second, cscan_pair pair) {
    uint8x16_t v[4];
    for (int i = 0; i < 4; i++) {
        const uint8x16_t a = vorrq_u8(vld1q_u8(first + 16 * i), vdupq_n_u8(pair.first_case));
        const uint8x16_t b = vorrq_u8(vld1q_u8(second + 16 * i), vdupq_n_u8(pair.second_case));
        v[i] = vandq_u8(vceqq_u8(a, vdupq_n_u8(pair.first)), vceqq_u8(b, vdupq_n_u8(pair.second)));
    }
    return word(v[0], v[1], v[2], v[3]);
}

static size_t find_neon(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    return cscan_find_needle(bytes, count, needle, from, places, room, pair_neon);
}

static void ends_neon(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    cscan_find_ends(bytes, words, dialect, inside, ends, mark_neon, cscan_parity);
}

static inline cscan_json json_neon(const uint8_t *bytes) {
    // Brackets and braces differ in one bit.
    uint8x16_t v[4], folded[4];
    for (int i = 0; i < 4; i++) {
        v[i] = vld1q_u8(bytes + 16 * i);
        folded[i] = vorrq_u8(v[i], vdupq_n_u8(0x20));
    }
    return (cscan_json){equal(v, '"'), equal(v, '\\'), equal(folded, '{'), equal(folded, '}'), equal(v, ','),
                        equal(v, '\n')};
}

static inline cscan_feeds feeds_neon(const uint8_t *bytes) {
    const uint8x16_t space = vdupq_n_u8(' ');
    uint8x16_t v[4];
    for (int i = 0; i < 4; i++) v[i] = vld1q_u8(bytes + 16 * i);
    return (cscan_feeds){equal(v, '\n'), word(vcleq_u8(v[0], space), vcleq_u8(v[1], space), vcleq_u8(v[2], space),
                                              vcleq_u8(v[3], space))};
}

static size_t rows_neon(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_find_rows(bytes, count, scan, (cscan_marking){json_neon, feeds_neon, mark_neon, cscan_parity});
}

static void span_neon(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_add_to_span(bytes, count, span, (cscan_marking){json_neon, feeds_neon, mark_neon, cscan_parity});
}

static inline cscan_token_marks token_marks_neon(const uint8_t *bytes) {
    uint8x16_t v[4], structure[4], blank[4], control[4];
    for (int i = 0; i < 4; i++) {
        v[i] = vld1q_u8(bytes + 16 * i);
        // Brackets and braces differ in one bit.
        const uint8x16_t folded = vorrq_u8(v[i], vdupq_n_u8(0x20));
        const uint8x16_t brackets = vorrq_u8(vceqq_u8(folded, vdupq_n_u8('{')), vceqq_u8(folded, vdupq_n_u8('}')));
        const uint8x16_t marks = vorrq_u8(vceqq_u8(v[i], vdupq_n_u8(',')), vceqq_u8(v[i], vdupq_n_u8(':')));
        structure[i] = vorrq_u8(brackets, marks);
        const uint8x16_t spaces = vorrq_u8(vceqq_u8(v[i], vdupq_n_u8(' ')), vceqq_u8(v[i], vdupq_n_u8('\t')));
        const uint8x16_t ends = vorrq_u8(vceqq_u8(v[i], vdupq_n_u8('\n')), vceqq_u8(v[i], vdupq_n_u8('\r')));
        blank[i] = vorrq_u8(spaces, ends);
        control[i] = vcltq_u8(v[i], vdupq_n_u8(' '));
    }
    return (cscan_token_marks){equal(v, '"'), equal(v, '\\'),
                               word(structure[0], structure[1], structure[2], structure[3]),
                               word(blank[0], blank[1], blank[2], blank[3]),
                               word(control[0], control[1], control[2], control[3])};
}

static size_t tokens_neon(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_find_tokens(text, scan, tokens, room, token_marks_neon, cscan_parity, cscan_write_places);
}

const cscan_kernels cscan_kernels_neon = {
    masks_neon, clean_neon, records_neon, split_neon, columns_neon, find_neon, ends_neon, rows_neon,
    span_neon, tokens_neon};

#endif
