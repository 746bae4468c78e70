// Kernels for the writers of text tables: many values a call, each copied with a few wide moves.
//
// A value that needs quotes or escapes is found by the same look that copies it. Values that stand in a row in the source,
// as they will in the output but for the delimiter, are copied in one go:
//
//     bytes     1,2,3\n4,"x",6\n7,8,9\n
//     runs      ---------  -----------
//
// Whatever is rare ends a call, and its caller writes that value in its own way: one that lies elsewhere too, that stands
// at the very end of the bytes, that ends a record too early, or for which there is no room.
//
// If you add a kernel, add a slow twin in Tests/CExportTests.

#ifndef CEXPORT_H
#define CEXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A piece of a value, as `RecordBatch.Piece` of Tabular has it: where it starts in the lowest 32 bits, its length in
/// the next 29, then whether it lies elsewhere, whether it ends its value, and whether that ends its record.
typedef uint64_t cexport_piece;

typedef struct {
    const uint8_t *bytes;
    size_t byte_count;
    const cexport_piece *pieces;
    size_t piece_count;
    /// True where the byte between two values that are a byte apart is known: `delimiter` where no record ends. Then neither
    /// holds that, a quote, CR or LF.
    bool is_delimited;
    uint8_t delimiter;
    /// The quote of these; 0 where nothing is quoted.
    uint8_t quote;
} cexport_values;

typedef struct {
    uint8_t *bytes;
    size_t room;
} cexport_output;

/// The progress of a writer: the pieces that are written, the bytes they took, the records that ended, and the column of the
/// next value.
typedef struct {
    size_t pieces, bytes, records, column;
} cexport_progress;

/// Writes values of records with `columns` columns: between two of them `delimiter`, at the end of a record LF, quotes
/// around those that hold one of these, a quote or CR.
cexport_progress cexport_delimited(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output);

/// The same with what every machine of the kind has.
cexport_progress cexport_delimited_plain(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output);

/// The texts around the values of a JSON object, one behind the other, with at least 16 bytes more behind the last.
typedef struct {
    /// The text before each value: its name, and everything that comes before that.
    const uint8_t *names;
    /// The start of each, and the end of the last.
    const uint32_t *ends;
    size_t columns;
    /// No name is longer.
    size_t longest_name;
    /// The text after the last value; two bytes at least are there.
    const uint8_t *close;
    size_t close_count;
    /// The values' bytes that are known to be UTF-8 without NUL, so that what is not ASCII stands as it is: those from
    /// `utf8_start` to before `utf8_end`, none where they are the same. All values of one piece lie in them, where there are
    /// some. The call ends at a value that is not ASCII and begins or ends within a character, or lies elsewhere.
    size_t utf8_start, utf8_end;
} cexport_members;

/// Writes values as members of objects, in quotes and escaped (RFC 8259 §7).
cexport_progress cexport_json(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output);
cexport_progress cexport_json_plain(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output);

/// A file in memory, with no name; its descriptor, or -1. Not in the C library's headers but with _GNU_SOURCE, which Swift
/// has not (memfd_create(2)).
int cexport_memory_file(void);

#pragma clang assume_nonnull end

#endif
