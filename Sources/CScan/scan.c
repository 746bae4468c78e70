#include "CScan.h"

bool cscan_is_plain_scalar(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == 0 || bytes[i] >= 0x80) return false;
    }
    return true;
}

bool cscan_is_plain(const uint8_t *bytes, size_t count) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    for (; i + 16 <= count; i += 16) {
        // The sign bit of a byte is set when it is not ASCII, that of the comparison when it is NUL.
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        if (_mm_movemask_epi8(_mm_or_si128(v, _mm_cmpeq_epi8(v, zero)))) return false;
    }
#endif
    return cscan_is_plain_scalar(bytes + i, count - i);
}
