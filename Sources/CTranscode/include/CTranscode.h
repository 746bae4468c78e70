// Conversion of text to UTF-8, for the encodings whose every character can be read on its own.
//
// All work alike: they convert whole characters while both buffers last, and never part of one. Bytes that are no
// character become one byte FF each, or each unit of UTF-16 or UTF-32; no valid UTF-8 has it (RFC 3629 §1), so that whoever looks
// for invalid bytes finds it. What may be the beginning of a character that goes on behind the input is left, unless
// `last` says that nothing follows.

#ifndef CTRANSCODE_H
#define CTRANSCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The progress of a conversion.
typedef struct {
    size_t consumed, produced;
    /// It stopped before bytes that its table does not answer for.
    bool needs_help;
} ctranscode_step;

typedef struct {
    const uint8_t *in;
    size_t count;
    uint8_t *out;
    size_t room;
    bool last;
} ctranscode_buffers;

ctranscode_step ctranscode_utf16(ctranscode_buffers buffers, bool is_big_endian);
ctranscode_step ctranscode_utf32(ctranscode_buffers buffers, bool is_big_endian);

/// An entry of a table: the UTF-8 bytes, the first in the lowest eight bits, and their number (1 to 3) in the highest.
/// These two stand for no text.
#define CTRANSCODE_LEAD 0u
#define CTRANSCODE_HELP 0x80000000u

/// Converts by tables. `single` has 256 entries, of which CTRANSCODE_LEAD is a byte that another one belongs to: the two
/// are looked up in `pairs`, which has 65,536 (the first byte in the higher half). Without `pairs` every entry of `single`
/// is text, or FF where the byte is none. `is_ascii` says that the lower half of
/// `single` is ASCII.
ctranscode_step ctranscode_table(ctranscode_buffers buffers, const uint32_t *single, const uint32_t *_Nullable pairs,
                                 bool is_ascii);

#pragma clang assume_nonnull end

#endif
