// Byte search kernels for the readers of text tables.
//
// Each has a scalar twin (`…_scalar`) that states its meaning and that the tests compare it with. The short ones are
// inline so that Swift's loops, which call them once a field, pay no call.
//
// The long ones exist once for every instruction set that makes them faster; the widest that the machine has is chosen
// at run time.
//
// If you add a kernel, add its scalar twin and a line in Tests/CScanTests.

#ifndef CSCAN_H
#define CSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma clang assume_nonnull begin

/// The index of the first byte that is `a`, `b` or `c`; `count` when there is none.
static inline size_t cscan_find3_scalar(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c) {
    size_t i = 0;
    while (i < count && bytes[i] != a && bytes[i] != b && bytes[i] != c) i++;
    return i;
}

/// Like `cscan_find3_scalar`, 16 bytes a step where the machine can.
static inline size_t cscan_find3(const uint8_t *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c) {
    size_t i = 0;
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b), vc = _mm_set1_epi8((char)c);
    for (; i + 16 <= count; i += 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        const __m128i hit = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, va), _mm_cmpeq_epi8(v, vb)),
                                         _mm_cmpeq_epi8(v, vc));
        const unsigned mask = (unsigned)_mm_movemask_epi8(hit);
        if (mask) return i + (size_t)__builtin_ctz(mask);
    }
#endif
    return i + cscan_find3_scalar(bytes + i, count - i, a, b, c);
}

/// The index of the last byte that is `a`; `count` when there is none.
static inline size_t cscan_last_scalar(const uint8_t *bytes, size_t count, uint8_t a) {
    for (size_t i = count; i > 0; i--) {
        if (bytes[i - 1] == a) return i - 1;
    }
    return count;
}

/// Like `cscan_last_scalar`, 16 bytes a step where the machine can.
static inline size_t cscan_last(const uint8_t *bytes, size_t count, uint8_t a) {
    size_t end = count;
#if defined(__SSE2__)
    const __m128i va = _mm_set1_epi8((char)a);
    for (; end >= 16; end -= 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + end - 16));
        const unsigned mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, va));
        if (mask) return end - 1 - ((size_t)__builtin_clz(mask) - 16);
    }
#endif
    const size_t found = cscan_last_scalar(bytes, end, a);
    return found < end ? found : count;
}

/// Up to four bytes that are looked for.
typedef struct {
    uint8_t a, b, c, quote;
} cscan_bytes;

/// The positions of each of them in 64 bytes, a bit for each byte, the first in the lowest bit.
typedef struct {
    uint64_t a, b, c, quote;
} cscan_word;

/// Instruction sets that have kernels of their own, from the plainest to the widest. `clmul` is SSE2 with a carry-less
/// multiplication and a count of bits, `vbmi2` AVX-512 that can press bytes together.
typedef enum {
    cscan_level_scalar,
    cscan_level_sse2,
    cscan_level_clmul,
    cscan_level_neon,
    cscan_level_avx2,
    cscan_level_avx512,
    cscan_level_vbmi2
} cscan_level;

/// Returns true where this machine can run the kernels of `level`.
bool cscan_has(cscan_level level);

/// The widest level that this machine can run.
cscan_level cscan_best(void);

/// Marks the wanted bytes. `words` has room for ⌈count / 64⌉; bits behind `count` are 0.
void cscan_masks(const uint8_t *bytes, size_t count, cscan_bytes wanted, cscan_word *words);
void cscan_masks_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_bytes wanted, cscan_word *words);

/// The state of a record reader between two bytes, as `ParserState` of TabularText has it.
typedef enum {
    cscan_state_record_start,
    cscan_state_field_start,
    cscan_state_unquoted,
    cscan_state_quoted,
    cscan_state_quote_in_quoted,
    cscan_state_carriage_return
} cscan_state;

/// One delimiter and one quote, both ASCII, neither a line feed nor a carriage return, and not the same.
typedef struct {
    uint8_t delimiter, quote;
    bool is_quoting;
} cscan_dialect;

typedef struct {
    cscan_state state;
    /// Records, or fields, that ended so far.
    size_t records;
    /// The one whose end is not gone over.
    size_t limit;
    /// True where text may follow the closing quote of a field that has a line end: set wherever it does, and never cleared.
    /// `cscan_columns` leaves it alone.
    bool is_odd;
} cscan_scan;

/// Counts the records that end in words of 64 bytes each, by the rules of `RecordParser` of TabularText. It stops before
/// the word in which the record `limit` ends.
///
/// - Returns: The number of words scanned.
size_t cscan_records(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);
size_t cscan_records_at(
    cscan_level level, const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);

/// Counts the fields that end with a delimiter, in the place of records. It stops before the word in which the field
/// `limit` ends, or a record, or that has something odd (as `cscan_split`); and not behind a word that ends in quotes or with
/// one.
size_t cscan_columns(const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);
size_t cscan_columns_at(
    cscan_level level, const uint8_t *bytes, size_t words, cscan_dialect dialect, cscan_scan *scan);

/// A field, or a piece of one, as `RecordBatch.Piece` of Tabular has it: where it starts in the lowest 32 bits, its length
/// in the next 29, then a bit that is 0, whether it ends its field, and whether that ends its record.
typedef uint64_t cscan_piece;

/// Pieces that are to have room at least: no word has more.
#define CSCAN_FIELD_ROOM 80

typedef struct {
    /// The start of the next field, before and after. A line feed there may belong to the carriage return before it: as a
    /// field's first byte it is one of its own.
    size_t start;
    /// The record whose end is not gone over, counted from `start`.
    size_t limit;
    /// True where a field with doubled quotes becomes several pieces, each up to the first of two; otherwise it is one piece
    /// with the quotes as they stand.
    bool splits_doubled;

    /// Pieces found, the records that end with them, and those of them that end no field.
    size_t pieces, records, parts;
    /// Line ends in quotes, in whole fields.
    size_t quoted_lines;
} cscan_fields;

/// Finds whole fields from `start` on, without their quotes, words of 64 bytes at a time, by the rules of `RecordParser` of
/// TabularText:
///
///     bytes     a , " b " " c " \n        `splits_doubled`     a|  b"  c|‖     otherwise     a|  b""c|‖
///
/// It stops at the end of a field before the word that has something odd (a quote inside an unquoted field, text behind a
/// closing quote), in which the record `limit` ends, or for which `room` may be too small; and before the last bytes that
/// are no whole word. `count` is less than 2²⁹.
void cscan_split(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields, cscan_piece *pieces, size_t room);
void cscan_split_at(
    cscan_level level, const uint8_t *bytes, size_t count, cscan_dialect dialect, cscan_fields *fields,
    cscan_piece *pieces, size_t room);

/// The way in which the rows of a JSON text follow each other, as `RowForm` of TabularJSON has it.
typedef enum {
    /// A value on each line. Lines of blanks alone are no rows.
    cscan_rows_lines,
    /// Values behind each other, with blanks, commas or the record separator U+001E between them.
    cscan_rows_values,
    /// The elements of an array, from the byte behind its bracket on.
    cscan_rows_elements,
    /// The members of an object, likewise.
    cscan_rows_members
} cscan_row_form;

/// The comment of a relaxed text that is open.
typedef enum {
    cscan_comment_none,
    /// The first byte of one, or a slash that means nothing.
    cscan_comment_slash,
    cscan_comment_line,
    cscan_comment_block,
    /// An asterisk in a block, which the next byte may end.
    cscan_comment_star
} cscan_comment;

/// A scan for rows between two bytes.
typedef struct {
    cscan_row_form form;
    /// The quote that ends the open string; 0 outside of strings.
    uint8_t quote;
    /// True after a backslash that nothing escapes.
    bool is_escaped;
    /// True after anything but blanks (and separators, of `values`) since the last row ended.
    bool has_content;
    /// True after the bracket that closes the container.
    bool is_ended;
    /// The open comment, of relaxed texts alone.
    cscan_comment comment;
    /// Brackets that are open in the row.
    size_t depth;
    /// Rows that ended so far.
    size_t rows;
    /// The number of rows that ends the scan.
    size_t limit;
    /// Of elements and members, counted on from scan to scan: brackets that opened outside of others. More of them than rows
    /// tell that a comma is missing.
    size_t openings;
    /// True after a line feed in a string, which JSON does not have: a quote may be missing.
    bool has_feed;
} cscan_row_scan;

/// Finds the ends of rows, and nothing else: by strings, brackets, commas, blanks and line feeds. It stops behind the end of
/// the row `limit`, and behind the bracket that closes the container.
///
///     lines      {"a":1}⏎|  ⏎{"a":2}⏎|            a line feed ends a row, whatever it is in
///     values     {"a":1}| 2 |, "x"|[]|3|{}|        its last bracket or quote; of other scalars a blank, a comma or U+001E,
///                                                  or nothing where the next value begins
///     elements   {"a":1},| 2,| ]|                  a comma outside of brackets, and the bracket that closes the container
///                                                  if anything but blanks stands before it
///
/// A quote behind an odd number of backslashes is none, in strings and outside of them. A bracket closes the one before it,
/// of whatever kind; where none is open in the row, it is text like any other, but for the one that closes the container.
///
/// - Returns: How many bytes were scanned.
size_t cscan_rows(const uint8_t *bytes, size_t count, cscan_row_scan *scan);
size_t cscan_rows_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_row_scan *scan);

/// Finds the ends of rows of texts as JSON5 allows them, byte by byte: strings in single quotes too, backslashes that mean nothing outside
/// of strings, and comments, which are blanks that separate nothing. Each line of `lines` stands for itself.
size_t cscan_rows_relaxed(const uint8_t *bytes, size_t count, cscan_row_scan *scan);

/// A stretch of elements or members, seen from one of two states before it.
typedef struct {
    /// True where it ends in a string.
    bool is_in_string;
    /// Brackets opened and not closed, less those closed and not opened; and the least of that after any of its bytes, or 0.
    int64_t depth, lowest;
    /// Commas outside of strings where `lowest` is the depth, and where the byte behind the first of them is; 0 of none.
    size_t commas, first;
    /// Brackets that open where `lowest` is the depth.
    size_t openings;
    /// True after a line feed in a string.
    bool has_feed;
} cscan_row_guess;

/// A stretch of elements or members of which nobody knows in which state it begins.
typedef struct {
    /// The findings if it begins outside of strings, and if inside.
    cscan_row_guess outside, inside;
    size_t count;
    /// True where its last byte is a backslash that nothing escapes, if nothing escapes its first byte.
    bool is_escaped;
    /// The last byte that is no blank, if there is one.
    uint8_t last;
    bool has_last;
} cscan_row_span;

/// Adds the next bytes to a stretch, which is empty (all zero) at first.
void cscan_span(const uint8_t *bytes, size_t count, cscan_row_span *span);
void cscan_span_at(cscan_level level, const uint8_t *bytes, size_t count, cscan_row_span *span);

/// A text of which more bytes can be read than belong to it: those behind it may be anything.
typedef struct {
    const uint8_t *bytes;
    /// Less than 2³².
    size_t count;
    size_t readable;
} cscan_text;

/// A scan for the tokens of one JSON value between two bytes.
typedef struct {
    /// The next byte. Behind the last one the others mean nothing any more.
    size_t place;
    bool is_in_string;
    /// True where the byte before was a backslash that nothing escapes.
    bool is_escaped;
    /// True where the byte before belonged to a number or a word.
    bool is_in_word;
    /// True where a control character stood in a string: true wherever it did, and never set to false.
    bool is_odd;
} cscan_token_scan;

/// Tokens that are to have room at least: no word has more.
#define CSCAN_TOKEN_ROOM 64

/// Finds the brackets, commas and colons outside of strings, both quotes of each string, the backslash of each escape in
/// it, and the first byte of each number or word:
///
///     {"a\n": [12, true]}
///     ^^ ^  ^^ ^^ ^ ^   ^^
///
/// It stops where there is no more room. A backslash outside of strings is part of a word; a quote behind it is none.
///
/// - Returns: How many tokens were found.
size_t cscan_tokens(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room);
size_t cscan_tokens_at(cscan_level level, cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room);

/// A text that is looked for.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    /// The indices of the bytes that are searched for before the others: the rarest two. Equal where the needle has no more
    /// than one.
    size_t first, second;
    /// True where A to Z are the same as a to z; `bytes` are in lower case then.
    bool ignores_case;
} cscan_needle;

/// Finds where the needle stands from `from` on, over itself too, until there is no more `room` for places, of which it
/// takes 64 at least. `count` is less than 2³².
///
/// - Returns: How many places were found. `from` is where to go on; `count` when there is nothing more.
size_t cscan_find(
    const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places, size_t room);
size_t cscan_find_at(
    cscan_level level, const uint8_t *bytes, size_t count, const cscan_needle *needle, size_t *from, uint32_t *places,
    size_t room);

/// Of fields that begin with `bytes`, how many have one of the places in them, which ascend and lie inside of fields. Every
/// quote is one that opens, closes or is one of two: none stands elsewhere.
size_t cscan_fields_with(
    const uint8_t *bytes, size_t count, cscan_dialect dialect, const uint32_t *places, size_t place_count);
size_t cscan_fields_with_at(
    cscan_level level, const uint8_t *bytes, size_t count, cscan_dialect dialect, const uint32_t *places,
    size_t place_count);

/// Returns the number of bytes at the beginning that are whole characters of UTF-8 (RFC 3629 §4), none of them NUL.
size_t cscan_clean_prefix(const uint8_t *bytes, size_t count);
size_t cscan_clean_prefix_at(cscan_level level, const uint8_t *bytes, size_t count);

/// The sum, modulo 2^64, of words of 32 bits (the first byte the lowest), each times the key of its place. The first byte
/// is the byte `place` of the words; bytes of a word that are not given are 0.
uint64_t cscan_keyed_sum(const uint8_t *bytes, size_t count, const uint32_t *keys, size_t place);

/// Prefetches memory that will be read soon.
static inline void cscan_prefetch(const void *address) { __builtin_prefetch(address); }

/// Returns the positions of decimal digits among the 16 bytes, the first in the lowest bit.
static inline uint32_t cscan_digits16_scalar(const uint8_t *bytes) {
    uint32_t digits = 0;
    for (int i = 0; i < 16; i++) digits |= (uint32_t)((uint8_t)(bytes[i] - '0') < 10) << i;
    return digits;
}

static inline uint32_t cscan_digits16(const uint8_t *bytes) {
#if defined(__SSE2__)
    // Hidden from the optimiser, which would take bytes that the caller looks at too from the register, by the stack.
    __m128i v;
    __asm__("movdqu %1, %0" : "=x"(v) : "m"(*(const __m128i_u *)bytes));
    // Digits moved to the lowest ten of the signed bytes, which SSE2 can compare.
    v = _mm_add_epi8(v, _mm_set1_epi8((char)(0x80 - '0')));
    return (uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(v, _mm_set1_epi8((char)(0x80 + 10))));
#else
    return cscan_digits16_scalar(bytes);
#endif
}

/// Returns true where all bytes are ASCII and none is NUL: text whose encoding needs no check.
bool cscan_is_plain(const uint8_t *bytes, size_t count);
bool cscan_is_plain_scalar(const uint8_t *bytes, size_t count);

#pragma clang assume_nonnull end

#endif
