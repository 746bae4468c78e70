#include "levels.h"

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

static const cscan_kernels kernels_scalar = {masks_scalar, no_clean_blocks};

static const cscan_kernels *kernels(cscan_level level) {
    switch (level) {
#if defined(__x86_64__)
    case cscan_level_sse2: return &cscan_kernels_sse2;
    case cscan_level_avx2: return &cscan_kernels_avx2;
    case cscan_level_avx512: return &cscan_kernels_avx512;
#elif defined(__aarch64__)
    case cscan_level_neon: return &cscan_kernels_neon;
#endif
    default: return &kernels_scalar;
    }
}

bool cscan_has(cscan_level level) {
    switch (level) {
    case cscan_level_scalar: return true;
#if defined(__x86_64__)
    case cscan_level_sse2: return true;
    case cscan_level_avx2: return __builtin_cpu_supports("avx2");
    case cscan_level_avx512: return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx2");
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
        best = cscan_level_avx512;
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

size_t cscan_clean_prefix_at(cscan_level level, const uint8_t *bytes, size_t count) {
    return clean_scalar(bytes, count, kernels(level)->clean(bytes, count / 64));
}

size_t cscan_clean_prefix(const uint8_t *bytes, size_t count) {
    return cscan_clean_prefix_at(cscan_best(), bytes, count);
}
