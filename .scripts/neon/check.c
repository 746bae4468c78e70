// Compares every kernel that this machine has with its scalar twin, as Tests/CScanTests does, but without Swift: for an
// emulator of another processor. `.scripts/neon/run` builds and runs it.

#include "CScan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cscan_level levels[] = {cscan_level_sse2, cscan_level_clmul, cscan_level_neon, cscan_level_avx2,
                                     cscan_level_avx512, cscan_level_vbmi2};

static uint64_t seed;

static size_t below(size_t bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(seed >> 33) % bound;
}

static void fail(const char *what, cscan_level level, int round) {
    fprintf(stderr, "%s: level %d differs from the scalar one in round %d\n", what, (int)level, round);
    exit(1);
}

enum { room = 5 * 64 };

static void check_split(const uint8_t *bytes, cscan_level level, int round) {
    for (int form = 0; form < 4; form++) {
        const cscan_dialect dialect = {',', '"', form & 1};
        cscan_fields a = {0};
        a.start = below(64);
        a.limit = below(4) == 0 ? below(20) + 1 : (size_t)-1;
        a.splits_doubled = form & 2;
        cscan_fields b = a;
        cscan_piece expected[room + CSCAN_FIELD_ROOM], found[room + CSCAN_FIELD_ROOM];
        const size_t places = CSCAN_FIELD_ROOM + below(room);
        cscan_split_at(cscan_level_scalar, bytes, room, dialect, &a, expected, places);
        cscan_split_at(level, bytes, room, dialect, &b, found, places);
        if (a.start != b.start || a.pieces != b.pieces || a.records != b.records || a.parts != b.parts
            || a.quoted_lines != b.quoted_lines || memcmp(expected, found, a.pieces * sizeof *found) != 0) {
            fail("fields", level, round);
        }
    }
}

static void check_find(const uint8_t *bytes, cscan_level level, int round) {
    const size_t count = below(room + 1), length = 1 + below(4), start = below(room - 4);
    uint8_t text[4];
    for (size_t i = 0; i < length; i++) {
        text[i] = bytes[start + i];
        if ((uint8_t)(text[i] - 'A') < 26) text[i] |= 0x20;
    }
    const cscan_needle needle = {text, length, below(length), below(length), true};
    uint32_t expected[room], found[room + 64];
    size_t a = 0, b = 0;
    const size_t all = cscan_find_at(cscan_level_scalar, bytes, count, &needle, &a, expected, room);
    size_t some = 0;
    while (b < count) some += cscan_find_at(level, bytes, count, &needle, &b, found + some, room + 64 - some);
    if (all != some || memcmp(expected, found, all * sizeof *found) != 0) fail("find", level, round);
}

static void check(const uint8_t *bytes, cscan_level level, int round) {
    const cscan_bytes wanted = {',', '\n', '\r', '"'};
    const size_t count = below(room + 1);
    cscan_word expected[room / 64], found[room / 64];
    cscan_masks_at(cscan_level_scalar, bytes, count, wanted, expected);
    cscan_masks_at(level, bytes, count, wanted, found);
    if (memcmp(expected, found, (count + 63) / 64 * sizeof *found) != 0) fail("masks", level, round);
    if (cscan_clean_prefix_at(level, bytes, count) != cscan_clean_prefix_at(cscan_level_scalar, bytes, count)) {
        fail("clean prefix", level, round);
    }
    for (int state = cscan_state_record_start; state <= cscan_state_carriage_return; state++) {
        for (int is_quoting = 0; is_quoting < 2; is_quoting++) {
            const cscan_dialect dialect = {',', '"', is_quoting};
            const size_t limit = below(4) == 0 ? below(200) + 1 : (size_t)-1;
            cscan_scan a = {(cscan_state)state, 0, limit}, b = a;
            const size_t words_a = cscan_records_at(cscan_level_scalar, bytes, room / 64, dialect, &a);
            const size_t words_b = cscan_records_at(level, bytes, room / 64, dialect, &b);
            if (words_a != words_b || a.state != b.state || a.records != b.records) fail("records", level, round);
            cscan_scan c = {(cscan_state)state, 0, limit}, d = c;
            const size_t words_c = cscan_columns_at(cscan_level_scalar, bytes, room / 64, dialect, &c);
            const size_t words_d = cscan_columns_at(level, bytes, room / 64, dialect, &d);
            if (words_c != words_d || c.state != d.state || c.records != d.records) fail("columns", level, round);
        }
    }
    check_split(bytes, level, round);
    check_find(bytes, level, round);
}

int main(void) {
    static const char *const pieces[] = {"\"", ",", "\n", "\r", "\r\n", ",\"", "\",", "\"\"", "a", "some text, and more",
                                         "\xC3\xA9", "\xE6\xBC\xA2", "\xFF", "\xF0\x9F\x98\x80"};
    uint8_t bytes[room + 64 + 32];
    int checked = 0;
    for (int round = 0; round < 20000; round++) {
        seed = (uint64_t)round * 0x9E3779B97F4A7C15u + 1;
        const size_t variety = below(sizeof pieces / sizeof *pieces) + 1, alignment = below(64);
        for (size_t used = 0; used < room + 64;) {
            const char *piece = pieces[(below(variety) + (size_t)round) % (sizeof pieces / sizeof *pieces)];
            const size_t length = strlen(piece);
            memcpy(bytes + used, piece, length);
            used += length;
        }
        for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
            if (!cscan_has(levels[i])) continue;
            check(bytes + alignment, levels[i], round);
            checked++;
        }
    }
    printf("%d comparisons, all alike; the best level is %d\n", checked, (int)cscan_best());
    return checked == 0;
}
