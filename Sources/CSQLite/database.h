#ifndef QUADRILLE_SQLITE_DATABASE_H
#define QUADRILLE_SQLITE_DATABASE_H

#include "CSQLite.h"
#include "library.h"

#include <stdatomic.h>
#include <sys/types.h>

/// The most bytes that identify a state.
enum { QUAD_STATE_LENGTH = 256 };

/// File times tick every few milliseconds: files that rested for so long get another time when they are written to.
static const int64_t quad_sqlite_settled = 25 * 1000 * 1000;

/// The bytes of one part of a log's index.
enum { QUAD_REGION_LENGTH = 32768 };

typedef struct quad_file quad_file;

/// Bytes that were read ahead of one transaction's pages, which nobody changes meanwhile.
typedef struct {
    uint8_t *bytes;
    int64_t offset;
    size_t count;
    /// The end of the last page that was read.
    int64_t end;
} quad_ahead;

/// Rows that the function `quad_rows` has gathered.
typedef struct {
    quad_sqlite_wish wish;
    uint8_t *bytes;
    size_t byte_count, byte_capacity;
    /// Bytes of values that SQLite has read, and that are not among these.
    size_t passed_count;
    uint64_t *places;
    uint8_t *types, *encodings;
    size_t cell_count, cell_capacity;
    size_t row_count;
    uint8_t classes[QUAD_SQLITE_MOST_GATHERED];
    int64_t last_id;
    bool has_first;
    bool is_utf16;
    /// The reason why the function has ended the statement; 0 where it has not.
    int result;
} quad_gathered;

struct quad_sqlite {
    sqlite3_vfs functions;
    sqlite3 *handle;
    sqlite3_stmt *first_read;
    char name[32];
    /// The path without links, and with the endings of the other files.
    char *path, *log_path, *index_path, *journal_path;
    /// The open files; NULL where SQLite has not opened them.
    quad_file *main, *log;
    /// The reason why a log that is there was not opened; 0 where it was.
    int log_error;
    /// The index of the log: its file, copies of its parts, and whether another program keeps it up to date.
    int index_file;
    void **regions;
    int region_count;
    bool shares_index;
    /// Decided before anything is opened.
    bool makes_index;
    bool ignores_lock;
    bool is_configured, has_begun;
    bool is_utf16;
    atomic_bool is_cancelled;
    /// The time of the last begin, and whether the transaction gives way to programs that wait to write, or has done so.
    int64_t begun;
    bool gives_way, has_given_way;
    uint8_t state[QUAD_STATE_LENGTH];
    size_t state_length;
    /// The state of the files at the beginning, where they are read without locks.
    uint8_t seen[QUAD_STATE_LENGTH];
    char message[512];
    /// The page that was read last, as its offset and length, and the file it was read from.
    int64_t page_offset;
    int page_length;
    bool page_is_logged;
    quad_gathered gathered;
    quad_ahead ahead;
};

/// Fills in the functions that `database` is read through.
void quad_sqlite_fill_functions(quad_sqlite *database);

/// Takes the lock that stops other programs from writing to the database file, or gives it back.
int quad_sqlite_lock(quad_sqlite *database);
void quad_sqlite_unlock(quad_sqlite *database);

/// True while another program waits for readers to end, so that it can write.
bool quad_sqlite_is_awaited(quad_sqlite *database);

/// True while another program holds a lock that keeps readers out.
bool quad_sqlite_is_locked(quad_sqlite *database);

/// The same of a file.
bool quad_sqlite_is_file_locked(int file);

/// Takes the lock that stops other programs from making the index anew, or gives it back. False where no other program uses it.
bool quad_sqlite_lock_index(quad_sqlite *database);
void quad_sqlite_unlock_index(quad_sqlite *database);

/// Copies all parts of the index again.
void quad_sqlite_refresh_index(quad_sqlite *database);

/// True while the open files are those at the paths.
bool quad_sqlite_is_current(quad_sqlite *database);

/// Writes the state of the database file, and with `looks_at_log` of the log, to `state`, of QUAD_STATE_LENGTH bytes, and returns
/// its length.
size_t quad_sqlite_look(quad_sqlite *database, bool looks_at_log, uint8_t *state);

/// True where the database says that changes go to a log.
bool quad_sqlite_has_log_mode(quad_sqlite *database);

/// The bytes of the log; 0 without one, or where it has no page, or its beginning is that of no log.
int64_t quad_sqlite_log_size(quad_sqlite *database);

/// Opens a regular file to read; -1 with `errno` where there is none.
int quad_sqlite_open_file(const char *path);

/// Reads as many bytes as there are: below 0 for an error.
ssize_t quad_sqlite_read_bytes(int file, void *bytes, size_t count, off_t offset);

/// Takes the lock that stops other programs from writing to the database file. The end of `file` gives it back.
int quad_sqlite_lock_shared(int file);

/// Fills in the functions that do not depend on files.
void quad_sqlite_fill_system_functions(sqlite3_vfs *functions);

/// Nanoseconds since the last write to a file.
int64_t quad_sqlite_file_rest(int file);

/// Nanoseconds since the last write to the files.
int64_t quad_sqlite_rest(quad_sqlite *database);

/// True where a change of the database file is under way, or was left so.
bool quad_sqlite_has_journal(quad_sqlite *database);

/// The descriptor of the database file; -1 where it is not open.
int quad_sqlite_descriptor(quad_sqlite *database);

/// The number of bytes of a page; 0 where it is not known.
int quad_sqlite_page_size(quad_sqlite *database);

/// Makes the function `quad_rows`, which gathers rows.
int quad_sqlite_add_functions(quad_sqlite *database);

void quad_sqlite_free_gathered(quad_gathered *rows);

#endif
