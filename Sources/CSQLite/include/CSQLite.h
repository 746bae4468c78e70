#ifndef QUADRILLE_SQLITE_H
#define QUADRILLE_SQLITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SQLite databases, read by libsqlite3, which is loaded with the first of them, through file functions that cannot write.
//
//     quad_sqlite_create → quad_sqlite_begin → statements → quad_sqlite_end → quad_sqlite_begin …
//
// Between a begin and its end all that is read is of one state of the database, which quad_sqlite_state identifies. Outside of
// them no lock is held. One thread at a time may use a database, except for quad_sqlite_cancel.

/// Results besides SQLite's own, which are lower.
enum {
    /// The files at the path are others than those that are open: make another database.
    QUAD_SQLITE_STALE = 1 << 20,
    /// Another program keeps the database locked, and it cannot be read without the lock.
    QUAD_SQLITE_LOCKED,
    /// The database was left in the middle of a change, by a program that ended early.
    QUAD_SQLITE_HOT,
    /// The files changed while they were read without locks: the results are wrong. Read again.
    QUAD_SQLITE_MOVED,
    /// Another program keeps it locked and writes to it without a journal: what it has saved is not in the files.
    QUAD_SQLITE_BUSY,
    /// Rows are not where searches for their ids look: pages are damaged.
    QUAD_SQLITE_DISORDERED,
    /// The index of the log does not fit the log: make another database that makes its own (`makes_index`).
    QUAD_SQLITE_NO_INDEX,
    /// The log cannot be opened: quad_sqlite_message has the system's reason.
    QUAD_SQLITE_NO_LOG,
};

/// SQLite's own results that callers tell apart, without the bits of extended results.
enum {
    QUAD_SQLITE_OK = 0,
    QUAD_SQLITE_ERROR = 1,
    QUAD_SQLITE_NOMEM = 7,
    QUAD_SQLITE_INTERRUPT = 9,
    QUAD_SQLITE_IOERR = 10,
    QUAD_SQLITE_CORRUPT = 11,
    QUAD_SQLITE_CANTOPEN = 14,
    QUAD_SQLITE_TOOBIG = 18,
    QUAD_SQLITE_NOTADB = 26,
    QUAD_SQLITE_ROW = 100,
    QUAD_SQLITE_DONE = 101,
};

/// The types of values.
enum {
    QUAD_SQLITE_INTEGER = 1,
    QUAD_SQLITE_REAL = 2,
    QUAD_SQLITE_TEXT = 3,
    QUAD_SQLITE_BLOB = 4,
    QUAD_SQLITE_NULL = 5,
};

typedef struct quad_sqlite quad_sqlite;
typedef struct sqlite3_stmt quad_sqlite_statement;
typedef struct sqlite3_blob quad_sqlite_blob;

/// A Boolean value that indicates whether libsqlite3 is there.
bool quad_sqlite_is_available(void);

/// The database at `path`, of which nothing is opened yet; NULL without memory, or where there is no such file, with the reason
/// in `errno`. With `makes_index` the index of another program is not used.
quad_sqlite *quad_sqlite_create(const char *path, bool makes_index);

/// Copies the database at `path`, its log and its journal to the files at `copies`, of one state, and writes the bytes of all of
/// them to `size`: QUAD_SQLITE_MOVED where they changed meanwhile, QUAD_SQLITE_BUSY, QUAD_SQLITE_CANTOPEN with `errno`.
int quad_sqlite_copy(const char *path, const char *const *copies, int64_t *size);

/// Brings such copies to a whole state, which the first of them has then: a change that was left in its middle is undone, what
/// the log has is written.
int quad_sqlite_complete(const char *const *copies);

/// SQLite's words for one of its results.
const char *quad_sqlite_words(int result);

/// Begins reading one state. Waits up to `milliseconds` for another program that is writing.
int quad_sqlite_begin(quad_sqlite *database, int milliseconds);

/// Ends reading. Unless it returns 0, what was read since the begin is wrong.
int quad_sqlite_end(quad_sqlite *database);

/// Bytes that are equal where the states are; valid until the next begin.
const uint8_t *quad_sqlite_state(quad_sqlite *database, size_t *count);

/// A Boolean value that indicates whether another program holds the lock, and the database is read without it.
bool quad_sqlite_ignores_lock(quad_sqlite *database);

/// A Boolean value that indicates whether locks guard what is read: if not, it may turn out to be wrong at the end.
bool quad_sqlite_is_guarded(quad_sqlite *database);

/// Ends what runs and what comes later with QUAD_SQLITE_INTERRUPT. On any thread.
void quad_sqlite_cancel(quad_sqlite *database);

bool quad_sqlite_is_cancelled(quad_sqlite *database);

/// Lets statements of this transaction end with QUAD_SQLITE_INTERRUPT once it is two seconds old and another program waits to
/// write.
void quad_sqlite_give_way(quad_sqlite *database);

/// A Boolean value that indicates whether a statement has ended so.
bool quad_sqlite_has_given_way(quad_sqlite *database);

/// All statements and blobs are closed before.
void quad_sqlite_close(quad_sqlite *database);

/// The error of the last begin, statement or blob that failed, in SQLite's words; empty where there was none.
const char *quad_sqlite_message(quad_sqlite *database);

/// The error of the last call, in SQLite's words.
const char *quad_sqlite_last_message(quad_sqlite *database);

/// Values of more bytes make a row fail with QUAD_SQLITE_TOOBIG.
void quad_sqlite_set_limit(quad_sqlite *database, int bytes);

/// Frees the pages in memory.
void quad_sqlite_free_pages(quad_sqlite *database);

/// Forgets the pages in memory, so that all are read again.
void quad_sqlite_forget_pages(quad_sqlite *database);

/// The number of the page that was read last since pages were forgotten, from 1: the damaged one after a failure. 0 where it is
/// not known.
int64_t quad_sqlite_last_page(quad_sqlite *database);

/// Makes an order by bytes stand in for the collation `name`, which is not there, or removes it. Without it SQLite does not even
/// step through a table whose key has the collation.
int quad_sqlite_set_stand_in(quad_sqlite *database, const char *name, bool is_there);

int quad_sqlite_prepare(quad_sqlite *database, const char *text, size_t count, quad_sqlite_statement **statement);
int quad_sqlite_step(quad_sqlite_statement *statement);
void quad_sqlite_reset(quad_sqlite_statement *statement);
void quad_sqlite_finalize(quad_sqlite_statement *statement);

/// Parameters are counted from 1. The bytes are copied.
int quad_sqlite_bind_integer(quad_sqlite_statement *statement, int parameter, int64_t value);
int quad_sqlite_bind_real(quad_sqlite_statement *statement, int parameter, double value);
int quad_sqlite_bind_text(quad_sqlite_statement *statement, int parameter, const void *bytes, size_t count);
int quad_sqlite_bind_blob(quad_sqlite_statement *statement, int parameter, const void *bytes, size_t count);

/// Columns are counted from 0.
int quad_sqlite_column_count(quad_sqlite_statement *statement);
const char *quad_sqlite_column_name(quad_sqlite_statement *statement, int column);
int quad_sqlite_column_type(quad_sqlite_statement *statement, int column);
int64_t quad_sqlite_column_integer(quad_sqlite_statement *statement, int column);
double quad_sqlite_column_real(quad_sqlite_statement *statement, int column);
/// The bytes of a text, in UTF-8, or of a blob; false without memory.
bool quad_sqlite_column_bytes(quad_sqlite_statement *statement, int column, const void **bytes, size_t *count);

/// A Boolean value that indicates whether the file has texts in UTF-16, in which halves of surrogate pairs may stand alone.
bool quad_sqlite_is_utf16(quad_sqlite *database);

/// The bytes of a text in UTF-16, in the order of the machine; false without memory. SQLite's own UTF-8 of a text that has half of
/// a pair lacks the unit after it.
bool quad_sqlite_column_units(quad_sqlite_statement *statement, int column, const void **bytes, size_t *count);

/// Writes the UTF-8 of `count` bytes of such a text, at most 3 bytes for each 2, and returns their number. Halves of pairs become
/// U+FFFD, or with `keeps_halves` the three bytes that UTF-8 would have for them.
size_t quad_sqlite_write_utf8(uint8_t *to, const void *units, size_t count, bool keeps_halves);

/// Binds a text in UTF-8 to a parameter of a database in UTF-16, with such halves.
int quad_sqlite_bind_halves(quad_sqlite_statement *statement, int parameter, const uint8_t *bytes, size_t count);

// MARK: - Many rows at once

/// Writes a number that few digits are not enough for, in 32 bytes, and returns the number of bytes.
typedef size_t quad_sqlite_shortest(double number, uint8_t *to);

/// The most columns of a gathered row.
enum { QUAD_SQLITE_MOST_GATHERED = 100 };

/// The rows to gather.
typedef struct {
    /// All columns of the statement; of these the first `width` have values, the others only classes.
    size_t columns, width;
    /// The numbers of rows, and of bytes, at which gathering ends.
    size_t most_rows, most_bytes;
    /// The id of the first row, and whether it is only looked for.
    int64_t first_id;
    bool skips_first;
    /// A bit for each of the first columns, from the lowest: its numbers are left as they are in memory, in 8 bytes.
    uint64_t binary[2];
    /// The same for columns of which only is read whether there are values: one that is not empty is a byte.
    uint64_t presence[2];
    quad_sqlite_shortest *shortest;
} quad_sqlite_wish;

/// Rows that were gathered, valid until the next are: numbers in digits or 8 bytes, blobs in hexadecimal digits.
typedef struct {
    const uint8_t *bytes;
    /// The number of these bytes, and of those of values that SQLite has read for the rest. Both end the rows.
    size_t byte_count, passed_count;
    /// For each value its place, its type, and its encoding: the type of a number in 8 bytes, 0 of a text. A place has, from the
    /// lowest bit, 32 bits of start, 29 of length, and the bits 62, and 63 for the last of a row.
    const uint64_t *places;
    const uint8_t *types, *encodings;
    /// For each column the types of its values: the bit 1 << type of each.
    const uint8_t *classes;
    size_t row_count;
    int64_t last_id;
    /// A Boolean value that indicates whether there are no more rows.
    bool is_last;
} quad_sqlite_rows;

/// Gathers the rows of a statement SELECT quad_rows(id, columns …) FROM … WHERE id >= first_id, and resets it. Where it fails,
/// `rows` are those before. QUAD_SQLITE_DISORDERED where the search does not lead to the first row, or ids do not ascend.
int quad_sqlite_gather(
    quad_sqlite *database, quad_sqlite_statement *statement, const quad_sqlite_wish *wish, quad_sqlite_rows *rows);

/// Writes digits, in 32 bytes, and returns the number of bytes: for a real number the fewest that read back as it.
size_t quad_sqlite_write_integer(uint8_t *to, int64_t number);
size_t quad_sqlite_write_real(uint8_t *to, double number, quad_sqlite_shortest *shortest);

/// Opens the bytes of one value of a table with row ids.
int quad_sqlite_blob_open(
    quad_sqlite *database, const char *table, const char *column, int64_t rowid, quad_sqlite_blob **blob);
size_t quad_sqlite_blob_count(quad_sqlite_blob *blob);
int quad_sqlite_blob_read(quad_sqlite_blob *blob, void *buffer, size_t count, size_t offset);
void quad_sqlite_blob_close(quad_sqlite_blob *blob);

/// Bytes that SQLite has allocated for all databases, and the most so far.
int64_t quad_sqlite_memory_used(void);

#endif
