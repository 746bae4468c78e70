// The kernels of each instruction set, and which of them this machine has.

#ifndef CSCAN_LEVELS_H
#define CSCAN_LEVELS_H

#include "CScan.h"

#pragma clang assume_nonnull begin

/// One level: masks of whole blocks of 64 bytes, the length of a prefix that is clean, which may be shorter than the
/// longest but ends between two characters, `cscan_records`, `cscan_split`, `cscan_columns`, `cscan_find`,
/// `cscan_find_ends`, `cscan_rows` of what is not at an end, `cscan_span`, and `cscan_tokens`.
typedef struct {
    void (*masks)(const uint8_t *bytes, size_t blocks, cscan_bytes wanted, cscan_word *words);
    size_t (*clean)(const uint8_t *bytes, size_t blocks);
    size_t (*records)(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);
    void (*split)(const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces,
                  size_t room);
    size_t (*columns)(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);
    size_t (*find)(const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places,
                   size_t room);
    void (*ends)(const uint8_t *bytes, size_t words, cscan_dialect dialect, uint64_t *inside, uint64_t *ends);
    size_t (*rows)(const uint8_t *bytes, size_t count, cscan_row_scan *scan);
    void (*span)(const uint8_t *bytes, size_t count, cscan_row_span *span);
    size_t (*tokens)(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room);
} cscan_kernels;

/// `cscan_rows` byte by byte.
size_t cscan_rows_scalar(const uint8_t *bytes, size_t count, cscan_row_scan *scan);

/// Likewise `cscan_span`.
void cscan_span_scalar(const uint8_t *bytes, size_t count, cscan_row_span *span);

/// `cscan_tokens` byte by byte.
size_t cscan_tokens_scalar(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room);

#if defined(__x86_64__)
extern const cscan_kernels cscan_kernels_sse2, cscan_kernels_clmul, cscan_kernels_avx2, cscan_kernels_avx512,
    cscan_kernels_vbmi2;
#elif defined(__aarch64__)
extern const cscan_kernels cscan_kernels_neon;
#endif

/// Returns the start of the last character that is not known to be whole, at or before `end`, in bytes that are otherwise
/// clean.
static inline size_t cscan_character_start(const uint8_t *bytes, size_t end) {
    size_t start = end;
    for (int back = 0; back < 3 && start > 0 && bytes[start - 1] >= 0x80; back++) {
        start--;
        if (bytes[start] >= 0xC0) return start;
    }
    return end;
}

#pragma clang assume_nonnull end

#endif
