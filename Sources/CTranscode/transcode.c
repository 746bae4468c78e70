#include "CTranscode.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static const uint8_t invalid = 0xFF;

/// The bytes of a code point that is none of the surrogates; returns how many there are.
static inline size_t encode(uint32_t c, uint8_t bytes[4]) {
    if (c < 0x80) {
        bytes[0] = (uint8_t)c;
        return 1;
    }
    if (c < 0x800) {
        bytes[0] = (uint8_t)(0xC0 | c >> 6);
        bytes[1] = (uint8_t)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        bytes[0] = (uint8_t)(0xE0 | c >> 12);
        bytes[1] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        bytes[2] = (uint8_t)(0x80 | (c & 0x3F));
        return 3;
    }
    bytes[0] = (uint8_t)(0xF0 | c >> 18);
    bytes[1] = (uint8_t)(0x80 | (c >> 12 & 0x3F));
    bytes[2] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
    bytes[3] = (uint8_t)(0x80 | (c & 0x3F));
    return 4;
}

/// Adds the bytes where there is room for them.
static inline bool put(const ctranscode_buffers *b, size_t *produced, const uint8_t *bytes, size_t count) {
    if (b->room - *produced < count) return false;
    memcpy(b->out + *produced, bytes, count);
    *produced += count;
    return true;
}

static inline uint32_t unit16(const uint8_t *p, bool big) {
    return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

#if defined(__SSE2__)
/// 16 units of ASCII from 32 bytes, while they are that.
static inline void ascii16(const ctranscode_buffers *b, bool big, size_t *consumed, size_t *produced) {
    const __m128i high = _mm_set1_epi16(big ? (short)0x80FF : (short)0xFF80);
    while (b->count - *consumed >= 32 && b->room - *produced >= 16) {
        __m128i first = _mm_loadu_si128((const __m128i *)(b->in + *consumed));
        __m128i second = _mm_loadu_si128((const __m128i *)(b->in + *consumed + 16));
        const __m128i odd = _mm_and_si128(_mm_or_si128(first, second), high);
        if (_mm_movemask_epi8(_mm_cmpeq_epi8(odd, _mm_setzero_si128())) != 0xFFFF) return;
        if (big) {
            first = _mm_srli_epi16(first, 8);
            second = _mm_srli_epi16(second, 8);
        }
        _mm_storeu_si128((__m128i *)(b->out + *produced), _mm_packus_epi16(first, second));
        *consumed += 32;
        *produced += 16;
    }
}
#endif

static inline __attribute__((always_inline)) ctranscode_step utf16(const ctranscode_buffers *b, const bool big) {
    size_t i = 0, o = 0;
    uint8_t bytes[4];
    while (b->count - i >= 2) {
#if defined(__SSE2__)
        ascii16(b, big, &i, &o);
#endif
        // As many units as one step of the above takes, without looking at either end.
        if (b->count - i >= 34 && b->room - o >= 16 * 3 + 1) {
            const size_t end = i + 32;
            while (i < end) {
                const uint32_t unit = unit16(b->in + i, big);
                if (unit - 0xD800 < 0x800) break;
                o += encode(unit, b->out + o);
                i += 2;
            }
            if (i == end) continue;
        }
        if (b->count - i < 2) break;
        const uint32_t unit = unit16(b->in + i, big);
        size_t used = 2, length;
        if (unit - 0xD800 >= 0x800) {
            length = encode(unit, bytes);
        } else {
            // What follows decides about the first half of a pair.
            if (unit < 0xDC00 && b->count - i < 4 && !b->last) break;
            const uint32_t second = unit < 0xDC00 && b->count - i >= 4 ? unit16(b->in + i + 2, big) : 0;
            if (second - 0xDC00 < 0x400) {
                length = encode(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00), bytes);
                used = 4;
            } else {
                bytes[0] = invalid;
                length = 1;
            }
        }
        if (!put(b, &o, bytes, length)) return (ctranscode_step){i, o, false};
        i += used;
    }
    if (b->last && b->count - i == 1 && put(b, &o, &invalid, 1)) i++;
    return (ctranscode_step){i, o, false};
}

ctranscode_step ctranscode_utf16(ctranscode_buffers buffers, bool is_big_endian) {
    return is_big_endian ? utf16(&buffers, true) : utf16(&buffers, false);
}

ctranscode_step ctranscode_utf32(ctranscode_buffers b, bool big) {
    size_t i = 0, o = 0;
    uint8_t bytes[4];
    while (b.count - i >= 4) {
        const uint8_t *p = b.in + i;
        const uint32_t c = big ? unit16(p, true) << 16 | unit16(p + 2, true) : unit16(p + 2, false) << 16 | unit16(p, false);
        size_t length = 1;
        if (c > 0x10FFFF || c - 0xD800 < 0x800) {
            bytes[0] = invalid;
        } else {
            length = encode(c, bytes);
        }
        if (!put(&b, &o, bytes, length)) return (ctranscode_step){i, o, false};
        i += 4;
    }
    if (b.last && b.count > i && put(&b, &o, &invalid, 1)) i = b.count;
    return (ctranscode_step){i, o, false};
}

/// Copies bytes of ASCII.
static inline void ascii8(const ctranscode_buffers *b, size_t *consumed, size_t *produced) {
#if defined(__SSE2__)
    while (b->count - *consumed >= 16 && b->room - *produced >= 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(b->in + *consumed));
        if (_mm_movemask_epi8(v)) return;
        _mm_storeu_si128((__m128i *)(b->out + *produced), v);
        *consumed += 16;
        *produced += 16;
    }
#else
    (void)b, (void)consumed, (void)produced;
#endif
}

/// Writes all four bytes of an entry, of which only the counted ones stay.
static inline size_t put_entry(uint8_t *out, uint32_t entry) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &entry, 4);
#else
    const uint8_t bytes[4] = {(uint8_t)entry, (uint8_t)(entry >> 8), (uint8_t)(entry >> 16), 0};
    memcpy(out, bytes, 4);
#endif
    return entry >> 24;
}

ctranscode_step ctranscode_table(ctranscode_buffers b, const uint32_t *single, const uint32_t *pairs, bool is_ascii) {
    size_t i = 0, o = 0;
    while (i < b.count) {
        if (is_ascii) ascii8(&b, &i, &o);
        if (b.count - i > 16 && b.room - o >= 17 * 3 + 1) {
            const size_t end = i + 16;
            if (!pairs) {
                for (; i < end; i++) o += put_entry(b.out + o, single[b.in[i]]);
                continue;
            }
            while (i < end) {
                uint32_t entry = single[b.in[i]];
                size_t used = 1;
                if (entry == CTRANSCODE_LEAD) {
                    entry = pairs[b.in[i] << 8 | b.in[i + 1]];
                    used = 2;
                    // Bytes that are no pair are looked at below.
                    if (entry == CTRANSCODE_LEAD) break;
                }
                if (entry == CTRANSCODE_HELP || entry == CTRANSCODE_LEAD) break;
                o += put_entry(b.out + o, entry);
                i += used;
            }
            if (i >= end) continue;
        }
        if (i == b.count) break;
        uint32_t entry = single[b.in[i]];
        size_t used = 1;
        if (entry == CTRANSCODE_LEAD && pairs) {
            if (b.count - i >= 2) {
                entry = pairs[b.in[i] << 8 | b.in[i + 1]];
                if (entry != CTRANSCODE_LEAD) used = 2;
            } else if (!b.last) {
                break;
            }
        }
        if (entry == CTRANSCODE_HELP) return (ctranscode_step){i, o, true};
        // A byte that is no character, and begins none.
        if (entry == CTRANSCODE_LEAD) entry = 1u << 24 | invalid;
        const uint8_t bytes[4] = {(uint8_t)entry, (uint8_t)(entry >> 8), (uint8_t)(entry >> 16), 0};
        if (!put(&b, &o, bytes, entry >> 24)) break;
        i += used;
    }
    return (ctranscode_step){i, o, false};
}
