#include "levels.h"
#include "fields.h"
#include "find.h"

#include <stdatomic.h>
#include <string.h>

static void masks_scalar(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words) {
    for (size_t block = 0; block < blocks; block++) {
        cscan_word word = {0, 0, 0, 0};
        for (int i = 0; i < 64; i++) {
            const uint8_t byte = bytes[block * 64 + (size_t)i];
            word.a |= (uint64_t)(byte == wanted.a) << i;
            word.b |= (uint64_t)(byte == wanted.b) << i;
            word.c |= (uint64_t)(byte == wanted.c) << i;
            word.quote |= (uint64_t)(byte == wanted.quote) << i;
        }
        words[block] = word;
    }
}

/// The length of the character at the beginning of `bytes`; 0 when it is NUL, none, or not whole.
static inline size_t character_length(const uint8_t *bytes, size_t count) {
    const uint8_t lead = bytes[0];
    if (lead < 0x80) return lead != 0;
    const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || length > count) return 0;
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    const uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

static size_t clean_scalar(const uint8_t *bytes, size_t count, size_t from) {
    size_t i = from;
    while (i < count) {
        const size_t length = character_length(bytes + i, count - i);
        if (length == 0) break;
        i += length;
    }
    return i;
}

static size_t no_clean_blocks(const uint8_t *bytes, size_t blocks) {
    (void)bytes, (void)blocks;
    return 0;
}

/// A step of the state machine; whether a record ended with `byte`.
static inline bool step(cscan_state *state, uint8_t byte, cscan_dialect dialect) {
    const bool is_quote = dialect.is_quoting && byte == dialect.quote;
    const bool opens = *state != cscan_state_unquoted && *state != cscan_state_quoted;
    if (*state == cscan_state_quoted) {
        if (is_quote) *state = cscan_state_quote_in_quoted;
        return false;
    }
    if (byte == '\n') {
        const bool belongs_to_return = *state == cscan_state_carriage_return;
        *state = cscan_state_record_start;
        return !belongs_to_return;
    }
    if (byte == '\r') {
        *state = cscan_state_carriage_return;
        return true;
    }
    *state = byte == dialect.delimiter ? cscan_state_field_start
             : is_quote && opens       ? cscan_state_quoted
                                       : cscan_state_unquoted;
    return false;
}

static size_t records_scalar(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    for (size_t word = 0; word < words; word++) {
        cscan_scan next = *scan;
        for (size_t i = 0; i < 64; i++) {
            const bool was_closed = next.state == cscan_state_quote_in_quoted;
            next.records += step(&next.state, bytes[word * 64 + i], dialect);
            if (was_closed && next.state == cscan_state_unquoted) scan->is_odd = next.is_odd = true;
        }
        if (next.records >= scan->limit) return word;
        *scan = next;
    }
    return words;
}

/// A reader of fields between two bytes.
typedef struct {
    enum { field_start, behind_return, unquoted, quoted, quote_in_quoted } state;
    /// The start of the piece.
    size_t start;
    cscan_fields fields;
} splitter;

static void add_piece(splitter *s, size_t end, bool ends, bool ends_record, cscan_piece *pieces) {
    pieces[s->fields.pieces++] =
        (uint64_t)s->start | (uint64_t)(end - s->start) << 32 | (uint64_t)ends << 62 | (uint64_t)ends_record << 63;
    s->fields.records += ends_record;
    s->fields.parts += !ends;
}

/// Goes past the byte at `i`; false when it is odd.
static bool split_step(splitter *s, const uint8_t *bytes, size_t i, cscan_dialect dialect, cscan_piece *pieces) {
    const uint8_t byte = bytes[i];
    const bool is_quote = dialect.is_quoting && byte == dialect.quote;
    const bool ends_record = byte == '\n' || byte == '\r', ends = ends_record || byte == dialect.delimiter;
    if (s->state == behind_return) {
        s->state = field_start;
        if (byte == '\n') {
            s->start = i + 1;
            return true;
        }
    }
    if (s->state == quoted) {
        if (is_quote) s->state = quote_in_quoted;
        else if (ends_record && !(byte == '\n' && bytes[i - 1] == '\r')) s->fields.quoted_lines++;
        return true;
    }
    if (is_quote) {
        if (s->state == unquoted) return false;
        const bool is_doubled = s->state == quote_in_quoted;
        if (is_doubled && s->fields.splits_doubled) add_piece(s, i, false, false, pieces);
        if (!is_doubled || s->fields.splits_doubled) s->start = i + 1;
        s->state = quoted;
        return true;
    }
    if (!ends) {
        const bool is_odd = s->state == quote_in_quoted;
        s->state = unquoted;
        return !is_odd;
    }
    add_piece(s, s->state == quote_in_quoted ? i - 1 : i, true, ends_record, pieces);
    s->state = byte == '\r' ? behind_return : field_start;
    s->start = i + 1;
    return true;
}

static void split_scalar(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    size_t base = fields->start;
    fields->pieces = fields->records = fields->parts = fields->quoted_lines = 0;
    splitter last = {field_start, base, *fields};
    while (base + 64 <= count && room - last.fields.pieces >= CSCAN_FIELD_ROOM) {
        splitter s = last;
        size_t i = base;
        while (i < base + 64 && split_step(&s, bytes, i, dialect, pieces)) i++;
        if (i < base + 64 || s.fields.records >= fields->limit) break;
        last = s;
        base += 64;
    }
    *fields = last.fields;
    cscan_end_fields(bytes, base, dialect, fields, pieces);
}

static size_t columns_scalar(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    cscan_scan next = *scan;
    size_t settled = 0;
    for (size_t word = 0; word < words; word++) {
        for (size_t i = 0; i < 64; i++) {
            const uint8_t byte = bytes[word * 64 + i];
            const cscan_state was = next.state;
            const bool is_quote = dialect.is_quoting && byte == dialect.quote;
            if (step(&next.state, byte, dialect) || (was == cscan_state_unquoted && is_quote)) return settled;
            if (was == cscan_state_quote_in_quoted && next.state == cscan_state_unquoted) return settled;
            next.records += next.state == cscan_state_field_start;
        }
        if (next.records >= scan->limit) return settled;
        if (next.state == cscan_state_quoted || next.state == cscan_state_quote_in_quoted) continue;
        *scan = next;
        settled = word + 1;
    }
    return settled;
}

static size_t find_scalar(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    size_t found = 0, i = *from;
    for (; needle->count > 0 && i + needle->count <= count; i++) {
        if (found == room) return *from = i, found;
        if (cscan_is_needle_at(bytes + i, needle)) places[found++] = (uint32_t)i;
    }
    *from = count;
    return found;
}

static void ends_scalar(
    const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends) {
    bool is_inside = *inside != 0;
    for (size_t word = 0; word < words; word++) {
        ends[word] = 0;
        for (size_t i = 0; i < 64; i++) {
            const uint8_t byte = bytes[word * 64 + i];
            if (dialect.is_quoting && byte == dialect.quote) is_inside = !is_inside;
            const bool ends_field = byte == dialect.delimiter || byte == '\n' || byte == '\r';
            ends[word] |= (uint64_t)(ends_field && !is_inside) << i;
        }
    }
    *inside = is_inside ? ~(uint64_t)0 : 0;
}

static const cscan_kernels kernels_scalar = {
    masks_scalar, no_clean_blocks, records_scalar, split_scalar, columns_scalar, find_scalar, ends_scalar, cscan_rows_scalar,
    cscan_span_scalar, cscan_tokens_scalar};

static const cscan_kernels *kernels(cscan_level level) {
    switch (level) {
#if defined(__x86_64__)
    case cscan_level_sse2: return &cscan_kernels_sse2;
    case cscan_level_clmul: return &cscan_kernels_clmul;
    case cscan_level_avx2: return &cscan_kernels_avx2;
    case cscan_level_avx512: return &cscan_kernels_avx512;
    case cscan_level_vbmi2: return &cscan_kernels_vbmi2;
#elif defined(__aarch64__)
    case cscan_level_neon: return &cscan_kernels_neon;
#endif
    default: return &kernels_scalar;
    }
}

#if defined(__x86_64__)
static bool has_clmul(void) { return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt"); }

static bool has_avx2(void) {
    return has_clmul() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2");
}
#endif

bool cscan_has(cscan_level level) {
    switch (level) {
    case cscan_level_scalar: return true;
#if defined(__x86_64__)
    case cscan_level_sse2: return true;
    case cscan_level_clmul: return has_clmul();
    case cscan_level_avx2: return has_avx2();
    case cscan_level_avx512: return has_avx512();
    case cscan_level_vbmi2: return has_avx512() && __builtin_cpu_supports("avx512vbmi2");
#elif defined(__aarch64__)
    case cscan_level_neon: return true;
#endif
    default: return false;
    }
}

cscan_level cscan_best(void) {
    // Threads that come here at once find the same.
    static _Atomic int found = -1;
    int best = atomic_load_explicit(&found, memory_order_relaxed);
    if (best < 0) {
        best = cscan_level_vbmi2;
        while (!cscan_has((cscan_level)best)) best--;
        atomic_store_explicit(&found, best, memory_order_relaxed);
    }
    return (cscan_level)best;
}

void cscan_masks_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_bytes wanted, cscan_word *words) {
    const cscan_kernels *k = kernels(level);
    const size_t blocks = count / 64, rest = count % 64;
    k->masks(bytes, blocks, wanted, words);
    if (rest == 0) return;
    // No kernel reads behind the bytes it was given.
    uint8_t last[64] = {0};
    memcpy(last, bytes + blocks * 64, rest);
    k->masks(last, 1, wanted, words + blocks);
    const uint64_t inside = ((uint64_t)1 << rest) - 1;
    words[blocks].a &= inside;
    words[blocks].b &= inside;
    words[blocks].c &= inside;
    words[blocks].quote &= inside;
}

void cscan_masks(const uint8_t *bytes, size_t count, cscan_bytes wanted, cscan_word *words) {
    cscan_masks_at(cscan_best(), bytes, count, wanted, words);
}

size_t cscan_records_at(
    cscan_level level, const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return kernels(level)->records(bytes, words, dialect, scan);
}

size_t cscan_records(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_records_at(cscan_best(), bytes, words, dialect, scan);
}

size_t cscan_columns_at(
    cscan_level level, const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return kernels(level)->columns(bytes, words, dialect, scan);
}

size_t cscan_columns(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan) {
    return cscan_columns_at(cscan_best(), bytes, words, dialect, scan);
}

void cscan_split_at(
    cscan_level level, const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields,
    cscan_piece *pieces, size_t room) {
    kernels(level)->split(bytes, count, dialect, fields, pieces, room);
}

void cscan_split(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room) {
    cscan_split_at(cscan_best(), bytes, count, dialect, fields, pieces, room);
}

size_t cscan_find_at(
    cscan_level level, const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places,
    size_t room) {
    return kernels(level)->find(bytes, count, needle, from, places, room);
}

size_t cscan_find(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room) {
    return cscan_find_at(cscan_best(), bytes, count, needle, from, places, room);
}

size_t cscan_rows_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    if (scan->is_ended || scan->rows >= scan->limit) return 0;
    return kernels(level)->rows(bytes, count, scan);
}

size_t cscan_rows(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    return cscan_rows_at(cscan_best(), bytes, count, scan);
}

void cscan_span_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_row_span *span) {
    kernels(level)->span(bytes, count, span);
}

void cscan_span(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    cscan_span_at(cscan_best(), bytes, count, span);
}

size_t cscan_tokens_at(cscan_level level, cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return kernels(level)->tokens(text, scan, tokens, room);
}

size_t cscan_tokens(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    return cscan_tokens_at(cscan_best(), text, scan, tokens, room);
}

/// Words whose field ends are found at once.
#define END_WORDS 64

/// The first end from `from` on, of so many words; behind them all where there is none.
static inline size_t next_end(const uint64_t *ends, size_t words, size_t from) {
    size_t word = from / 64;
    uint64_t left = ends[word] & ~(uint64_t)0 << (from % 64);
    while (left == 0 && ++word < words) left = ends[word];
    return word * 64 + (left == 0 ? 0 : (size_t)__builtin_ctzll(left));
}

size_t cscan_fields_with_at(
    cscan_level level, const uint8_t *bytes, size_t count, cscan_dialect dialect, const uint32_t *places,
    size_t place_count) {
    const cscan_kernels *k = kernels(level);
    uint64_t ends[END_WORDS], inside = 0;
    size_t fields = 0, next = 0;
    // Whether the field of the last place goes on: then places up to its end are of one that was counted.
    bool goes_on = false;
    for (size_t base = 0; base < count && next < place_count; base += 64 * END_WORDS) {
        const size_t length = count - base < 64 * END_WORDS ? count - base : 64 * END_WORDS;
        size_t words = length / 64;
        k->ends(bytes + base, words, dialect, &inside, ends);
        if (length % 64 != 0) {
            // No kernel reads behind the bytes it was given.
            uint8_t last[64] = {0};
            memcpy(last, bytes + base + words * 64, length % 64);
            k->ends(last, 1, dialect, &inside, ends + words);
            ends[words++] &= ((uint64_t)1 << (length % 64)) - 1;
        }
        size_t end = goes_on ? base + next_end(ends, words, 0) : base;
        for (;;) {
            while (next < place_count && places[next] < end) next++;
            goes_on = end == base + words * 64;
            if (goes_on || next == place_count || places[next] >= base + length) break;
            fields++;
            end = base + next_end(ends, words, places[next] - base);
        }
    }
    return fields;
}

size_t cscan_fields_with(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, const uint32_t *places, size_t place_count) {
    return cscan_fields_with_at(cscan_best(), bytes, count, dialect, places, place_count);
}

size_t cscan_clean_prefix_at(cscan_level level, const uint8_t *bytes, size_t count) {
    return clean_scalar(bytes, count, kernels(level)->clean(bytes, count / 64));
}

size_t cscan_clean_prefix(const uint8_t *bytes, size_t count) {
    return cscan_clean_prefix_at(cscan_best(), bytes, count);
}

uint64_t cscan_keyed_sum(const uint8_t *bytes, size_t count, const uint32_t *keys, size_t place) {
    uint64_t sum = 0;
    size_t i = 0;
    for (; i < count && (place + i) % 4 != 0; i++) {
        sum += (uint64_t)((uint32_t)bytes[i] << (8 * ((place + i) % 4))) * keys[(place + i) / 4];
    }
    const uint32_t *key = keys + (place + i) / 4;
    const size_t words = (count - i) / 4;
    // A multiplication for two words at a time, which every instruction set of vectors has.
    for (size_t word = 0; word < words; word++) {
        uint32_t value;
        memcpy(&value, bytes + i + 4 * word, 4);
        sum += (uint64_t)value * key[word];
    }
    for (i += 4 * words; i < count; i++) {
        sum += (uint64_t)((uint32_t)bytes[i] << (8 * ((place + i) % 4))) * keys[(place + i) / 4];
    }
    return sum;
}
