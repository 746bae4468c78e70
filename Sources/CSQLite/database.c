#define _GNU_SOURCE
#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// Steps of SQLite's engine between two looks at whether the work is cancelled.
static const int steps_between_looks = 10000;
/// The time for which a transaction that may end early keeps others from writing.
static const int64_t most_time = 2 * 1000 * 1000 * 1000LL;

static char *joined(const char *path, const char *ending) {
    char *text = NULL;
    return asprintf(&text, "%s%s", path, ending) < 0 ? NULL : text;
}

quad_sqlite *quad_sqlite_create(const char *path, bool makes_index) {
    if (!quad_sqlite_is_available()) return NULL;
    quad_sqlite *database = calloc(1, sizeof *database);
    if (!database) return NULL;
    database->index_file = -1;
    database->makes_index = makes_index;
    // The link of an open file leads to it, also where it has no name.
    database->path = strncmp(path, "/proc/self/fd/", 14) ? realpath(path, NULL) : strdup(path);
    if (database->path) {
        database->log_path = joined(database->path, "-wal");
        database->index_path = joined(database->path, "-shm");
        database->journal_path = joined(database->path, "-journal");
    }
    if (!database->log_path || !database->index_path || !database->journal_path) {
        int reason = errno;
        quad_sqlite_close(database);
        errno = reason;
        return NULL;
    }
    quad_sqlite_fill_functions(database);
    return database;
}

void quad_sqlite_close(quad_sqlite *database) {
    if (!database) return;
    if (database->first_read) quad_sqlite3_finalize(database->first_read);
    if (database->handle) quad_sqlite3_close(database->handle);
    free(database->path);
    free(database->log_path);
    free(database->index_path);
    free(database->journal_path);
    quad_sqlite_free_gathered(&database->gathered);
    free(database->ahead.bytes);
    free(database);
}

// MARK: - Safety

static bool is_one_of(const char *text, const char *const *names) {
    for (; text && *names; names++) {
        if (!strcasecmp(text, *names)) return true;
    }
    return false;
}

/// The functions that statements and views may call: all that compute a value from others. Those in expressions of the schema are
/// not asked for: they are deterministic ones, and SQLite itself refuses those that are only for statements there.
static const char *const allowed_functions[] = {
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg", "bm25", "ceil", "ceiling", "changes", "char",
    "coalesce", "concat", "concat_ws", "cos", "cosh", "count", "cume_dist", "current_date", "current_time",
    "current_timestamp", "date", "datetime", "degrees", "dense_rank", "exp", "first_value", "floor", "format", "glob",
    "group_concat", "hex", "highlight", "if", "ifnull", "iif", "instr", "julianday", "lag", "last_insert_rowid", "last_value",
    "lead", "length", "like", "likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim", "match", "matchinfo",
    "max", "median", "min", "mod", "nth_value", "ntile", "nullif", "octet_length", "offsets", "percent_rank", "percentile",
    "percentile_cont", "percentile_disc", "pi", "pow", "power", "printf", "quad_rows", "quote", "radians", "random",
    "randomblob", "rank", "regexp", "replace", "round", "row_number", "rtreedepth", "rtreenode", "rtrim", "sign", "sin",
    "sinh", "snippet", "soundex", "sqlite_compileoption_get", "sqlite_compileoption_used", "sqlite_source_id",
    "sqlite_version", "sqrt", "strftime", "string_agg", "substr", "substring", "subtype", "sum", "tan", "tanh", "time",
    "timediff", "total", "total_changes", "trim", "trunc", "typeof", "unhex", "unicode", "unistr", "unistr_quote",
    "unixepoch", "unlikely", "upper", "zeroblob", NULL,
};

static bool is_allowed_function(const char *name) {
    if (!name) return false;
    if (!strncasecmp(name, "json", 4) || !strncasecmp(name, "geopoly_", 8) || !strcmp(name, "->") || !strcmp(name, "->>")) {
        return true;
    }
    return is_one_of(name, allowed_functions);
}

/// Allows what reading needs. Nothing can be written anyway: modules of virtual tables prepare statements that would.
static int authorize(
    void *context, int action, const char *first, const char *second, const char *database, const char *trigger
) {
    (void)context, (void)database, (void)trigger;
    static const char *const pragmas[] = {
        "table_list", "table_xinfo", "foreign_key_list", "index_list", "index_xinfo", "data_version", "page_size",
        "encoding", NULL,
    };
    switch (action) {
        case SQLITE_SELECT: case SQLITE_READ: case SQLITE_RECURSIVE: case SQLITE_TRANSACTION: case SQLITE_INSERT:
        case SQLITE_UPDATE: case SQLITE_DELETE: return SQLITE_OK;
        case SQLITE_PRAGMA: return is_one_of(first, pragmas) ? SQLITE_OK : SQLITE_DENY;
        case SQLITE_FUNCTION: return is_allowed_function(second) ? SQLITE_OK : SQLITE_DENY;
        default: return SQLITE_DENY;
    }
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/// True for a transaction of some age that keeps another program from writing, and may end early.
static bool gives_way(quad_sqlite *database) {
    if (!database->gives_way || now() - database->begun < most_time) return false;
    if (quad_sqlite_is_guarded(database) && quad_sqlite_is_awaited(database)) database->has_given_way = true;
    return database->has_given_way;
}

static int is_cancelled(void *context) { return quad_sqlite_is_cancelled(context) || gives_way(context); }

void quad_sqlite_give_way(quad_sqlite *database) { database->gives_way = true; }

bool quad_sqlite_has_given_way(quad_sqlite *database) { return database->has_given_way; }

bool quad_sqlite_is_cancelled(quad_sqlite *database) { return atomic_load(&database->is_cancelled); }

void quad_sqlite_cancel(quad_sqlite *database) { atomic_store(&database->is_cancelled, true); }

static int open_handle(quad_sqlite *database) {
    quad_sqlite3_vfs_register(&database->functions, 0);
    int result = quad_sqlite3_open_v2(
        database->path, &database->handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, database->name);
    quad_sqlite3_vfs_unregister(&database->functions);
    if (result) return result;
    sqlite3 *handle = database->handle;
    quad_sqlite3_extended_result_codes(handle, 1);
    quad_sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    // Some versions count the functions of JSON as untrusted: a schema that has them could not be read at all.
    quad_sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)NULL);
    quad_sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    quad_sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, (int *)NULL);
    quad_sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)NULL);
    quad_sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    result = quad_sqlite_add_functions(database);
    if (result) return result;
    quad_sqlite3_progress_handler(handle, steps_between_looks, is_cancelled, database);
    return SQLITE_OK;
}

static int note_encoding(void *context, int count, char **values, char **names) {
    (void)names;
    quad_sqlite *database = context;
    database->is_utf16 = count > 0 && values[0] && !strncmp(values[0], "UTF-16", 6);
    return 0;
}

bool quad_sqlite_is_utf16(quad_sqlite *database) { return database->is_utf16; }

/// Settings that read the database themselves.
static int configure(quad_sqlite *database) {
    static const char settings[] =
        "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0; PRAGMA query_only=1; PRAGMA cell_size_check=1; "
        "PRAGMA cache_size=-1024";
    int result = quad_sqlite3_exec(database->handle, settings, NULL, NULL, NULL);
    if (result) return result;
    result = quad_sqlite3_exec(database->handle, "PRAGMA encoding", (void *)note_encoding, database, NULL);
    if (result) return result;
    quad_sqlite3_set_authorizer(database->handle, authorize, database);
    database->is_configured = true;
    return SQLITE_OK;
}

// MARK: - Reading one state

static int fail(quad_sqlite *database, int result) {
    const char *message = database->handle ? quad_sqlite3_errmsg(database->handle) : "";
    snprintf(database->message, sizeof database->message, "%s", message);
    return result;
}

static void pause_shortly(void) { nanosleep(&(struct timespec){.tv_nsec = 2 * 1000 * 1000}, NULL); }

/// Gives back all locks.
static void release(quad_sqlite *database) {
    if (database->first_read) quad_sqlite3_reset(database->first_read);
    if (database->has_begun) quad_sqlite3_exec(database->handle, "COMMIT", NULL, NULL, NULL);
    database->has_begun = false;
    quad_sqlite_unlock_index(database);
    quad_sqlite_unlock(database);
}

static bool reads_without_locks(quad_sqlite *database) {
    return database->ignores_lock || (database->log && !database->shares_index);
}

/// Begins a transaction, and makes SQLite read its first page: the state is fixed then.
static int start(quad_sqlite *database) {
    if (!database->is_configured) {
        int result = configure(database);
        if (result) return result;
    }
    int result = quad_sqlite3_exec(database->handle, "BEGIN", NULL, NULL, NULL);
    if (result) return result;
    database->has_begun = true;
    if (!database->first_read) {
        static const char text[] = "SELECT 1 FROM sqlite_master LIMIT 1";
        result = quad_sqlite3_prepare_v2(database->handle, text, -1, &database->first_read, NULL);
        if (result) return result;
    }
    result = quad_sqlite3_step(database->first_read);
    quad_sqlite3_reset(database->first_read);
    return result == SQLITE_ROW || result == QUAD_SQLITE_DONE ? SQLITE_OK : result;
}

/// True where pages lie in the log, by the copy of its index or else by its size.
static bool has_logged(quad_sqlite *database) {
    if (!database->shares_index || database->region_count == 0 || !database->regions[0]) {
        return quad_sqlite_log_size(database) > 0;
    }
    uint32_t last;
    memcpy(&last, (const char *)database->regions[0] + 16, sizeof last);
    return last > 0;
}

/// Writes the state that was fixed. Programs that only look make and remove an empty log: that is no other state.
static void note_state(quad_sqlite *database) {
    bool is_logged = has_logged(database);
    database->state[0] = (uint8_t)(!is_logged ? 3 : database->shares_index ? 1 : 2);
    if (database->state[0] == 1) {
        // The header of the index: SQLite has compared it with its own after it took its lock.
        memcpy(database->state + 1, database->regions[0], 48);
        database->state_length = 49;
        return;
    }
    uint8_t looked[QUAD_STATE_LENGTH];
    size_t length = quad_sqlite_look(database, is_logged, looked);
    if (length >= QUAD_STATE_LENGTH) length = QUAD_STATE_LENGTH - 1;
    memcpy(database->state + 1, looked, length);
    database->state_length = length + 1;
}

/// True where a program that keeps others out leaves in the database file what it has saved: changes go to the log.
static bool may_ignore_lock(quad_sqlite *database) {
    return quad_sqlite_has_log_mode(database) && !quad_sqlite_has_journal(database);
}

/// One try. QUAD_SQLITE_LOCKED where another program is in the way.
static int try_begin(quad_sqlite *database) {
    database->ahead.count = 0;
    database->ahead.end = 0;
    if (!database->handle) {
        int result = open_handle(database);
        if (result) return fail(database, result);
    }
    if (quad_sqlite_lock(database)) return QUAD_SQLITE_LOCKED;
    if (!quad_sqlite_is_current(database)) return QUAD_SQLITE_STALE;
    // The program that held the lock has ended.
    if (database->ignores_lock && database->is_configured && !quad_sqlite_is_locked(database)) return QUAD_SQLITE_STALE;
    if (database->ignores_lock && !may_ignore_lock(database)) return QUAD_SQLITE_LOCKED;
    if (database->shares_index) {
        if (!quad_sqlite_lock_index(database)) return QUAD_SQLITE_STALE;
        quad_sqlite_refresh_index(database);
    }
    // A log is opened by the first read.
    bool had_log = database->log != NULL;
    database->log_error = 0;
    memset(database->seen, 0, sizeof database->seen);
    if (reads_without_locks(database)) {
        if (quad_sqlite_rest(database) < quad_sqlite_settled) return QUAD_SQLITE_MOVED;
        quad_sqlite_look(database, true, database->seen);
    }
    int result = start(database);
    if (result) {
        fail(database, result);
        if ((result & 0xFF) == SQLITE_CANTOPEN && database->log_error) {
            snprintf(database->message, sizeof database->message, "%s", strerror(database->log_error));
            return QUAD_SQLITE_NO_LOG;
        }
        // A program that has not ended holds a lock.
        if (result == SQLITE_READONLY_ROLLBACK) return quad_sqlite_is_locked(database) ? QUAD_SQLITE_LOCKED : QUAD_SQLITE_HOT;
        if (result == SQLITE_READONLY_RECOVERY || result == SQLITE_READONLY_CANTINIT) return QUAD_SQLITE_NO_INDEX;
        if ((result & 0xFF) == SQLITE_BUSY || (result & 0xFF) == SQLITE_PROTOCOL) return QUAD_SQLITE_LOCKED;
        return result;
    }
    // The files were looked at without the log: once more.
    if (!had_log && database->log && reads_without_locks(database)) {
        release(database);
        return try_begin(database);
    }
    note_state(database);
    database->begun = now();
    database->gives_way = database->has_given_way = false;
    return SQLITE_OK;
}

int quad_sqlite_begin(quad_sqlite *database, int milliseconds) {
    database->message[0] = 0;
    int64_t end = now() + milliseconds * 1000000LL;
    int indexless = 0;
    while (true) {
        int result = try_begin(database);
        if (result == SQLITE_OK) return result;
        release(database);
        if (is_cancelled(database)) return QUAD_SQLITE_INTERRUPT;
        switch (result) {
            case QUAD_SQLITE_LOCKED: case QUAD_SQLITE_MOVED: break;
            case QUAD_SQLITE_NO_INDEX:
                // A commit between two looks at the index seems to be a torn one.
                if (++indexless < 50) break;
                return result;
            default: return result;
        }
        if (now() < end) {
            pause_shortly();
            continue;
        }
        if (result != QUAD_SQLITE_LOCKED) return result;
        // The lock is held for longer than a change takes.
        if (!may_ignore_lock(database)) return quad_sqlite_has_journal(database) ? result : QUAD_SQLITE_BUSY;
        if (database->ignores_lock) return result;
        if (quad_sqlite_descriptor(database) < 0 || database->shares_index || database->is_configured) return result;
        database->ignores_lock = true;
        end = now() + milliseconds * 1000000LL;
    }
}

int quad_sqlite_end(quad_sqlite *database) {
    int result = SQLITE_OK;
    if (reads_without_locks(database)) {
        uint8_t looked[QUAD_STATE_LENGTH] = {0};
        quad_sqlite_look(database, true, looked);
        if (memcmp(looked, database->seen, sizeof looked) || !quad_sqlite_is_current(database)
            || (database->ignores_lock && !may_ignore_lock(database))) {
            result = QUAD_SQLITE_MOVED;
        }
    }
    release(database);
    return result;
}

const uint8_t *quad_sqlite_state(quad_sqlite *database, size_t *count) {
    *count = database->state_length;
    return database->state;
}

bool quad_sqlite_ignores_lock(quad_sqlite *database) { return database->ignores_lock; }

bool quad_sqlite_is_guarded(quad_sqlite *database) { return !reads_without_locks(database); }

const char *quad_sqlite_message(quad_sqlite *database) { return database->message; }

const char *quad_sqlite_last_message(quad_sqlite *database) {
    return database->handle ? quad_sqlite3_errmsg(database->handle) : "";
}

void quad_sqlite_free_pages(quad_sqlite *database) {
    if (database->handle) quad_sqlite3_db_release_memory(database->handle);
}

void quad_sqlite_forget_pages(quad_sqlite *database) {
    quad_sqlite_free_pages(database);
    database->page_length = 0;
}

void quad_sqlite_set_limit(quad_sqlite *database, int bytes) {
    if (database->handle) quad_sqlite3_limit(database->handle, SQLITE_LIMIT_LENGTH, bytes);
}

static int compare_bytes(void *context, int left_count, const void *left, int right_count, const void *right) {
    (void)context;
    int result = memcmp(left, right, (size_t)(left_count < right_count ? left_count : right_count));
    return result ? result : left_count - right_count;
}

int quad_sqlite_set_stand_in(quad_sqlite *database, const char *name, bool is_there) {
    return quad_sqlite3_create_collation(database->handle, name, SQLITE_UTF8, NULL, is_there ? compare_bytes : NULL);
}

// MARK: - Statements

int quad_sqlite_prepare(quad_sqlite *database, const char *text, size_t count, quad_sqlite_statement **statement) {
    *statement = NULL;
    int result = quad_sqlite3_prepare_v2(database->handle, text, (int)count, statement, NULL);
    return result ? fail(database, result) : result;
}

int quad_sqlite_step(quad_sqlite_statement *statement) { return quad_sqlite3_step(statement); }

void quad_sqlite_reset(quad_sqlite_statement *statement) { quad_sqlite3_reset(statement); }

void quad_sqlite_finalize(quad_sqlite_statement *statement) { quad_sqlite3_finalize(statement); }

static void (*const copied)(void *) = (void (*)(void *))(intptr_t)-1;

int quad_sqlite_bind_integer(quad_sqlite_statement *statement, int parameter, int64_t value) {
    return quad_sqlite3_bind_int64(statement, parameter, value);
}

int quad_sqlite_bind_real(quad_sqlite_statement *statement, int parameter, double value) {
    return quad_sqlite3_bind_double(statement, parameter, value);
}

int quad_sqlite_bind_text(quad_sqlite_statement *statement, int parameter, const void *bytes, size_t count) {
    return quad_sqlite3_bind_text(statement, parameter, bytes ? bytes : "", (int)count, copied);
}

int quad_sqlite_bind_blob(quad_sqlite_statement *statement, int parameter, const void *bytes, size_t count) {
    return quad_sqlite3_bind_blob(statement, parameter, bytes ? bytes : "", (int)count, copied);
}

int quad_sqlite_column_count(quad_sqlite_statement *statement) { return quad_sqlite3_column_count(statement); }

const char *quad_sqlite_column_name(quad_sqlite_statement *statement, int column) {
    const char *name = quad_sqlite3_column_name(statement, column);
    return name ? name : "";
}

int quad_sqlite_column_type(quad_sqlite_statement *statement, int column) {
    return quad_sqlite3_column_type(statement, column);
}

int64_t quad_sqlite_column_integer(quad_sqlite_statement *statement, int column) {
    return quad_sqlite3_column_int64(statement, column);
}

double quad_sqlite_column_real(quad_sqlite_statement *statement, int column) {
    return quad_sqlite3_column_double(statement, column);
}

bool quad_sqlite_column_bytes(quad_sqlite_statement *statement, int column, const void **bytes, size_t *count) {
    int type = quad_sqlite3_column_type(statement, column);
    bool is_text = type != QUAD_SQLITE_BLOB;
    *bytes =
        is_text ? (const void *)quad_sqlite3_column_text(statement, column) : quad_sqlite3_column_blob(statement, column);
    *count = (size_t)quad_sqlite3_column_bytes(statement, column);
    if (*bytes) return true;
    // An empty blob has no bytes, an empty text has.
    bool is_empty = type == QUAD_SQLITE_NULL || (type == QUAD_SQLITE_BLOB && *count == 0);
    *count = 0;
    return is_empty;
}

int quad_sqlite_blob_open(
    quad_sqlite *database, const char *table, const char *column, int64_t rowid, quad_sqlite_blob **blob
) {
    *blob = NULL;
    int result = quad_sqlite3_blob_open(database->handle, "main", table, column, rowid, 0, blob);
    return result ? fail(database, result) : result;
}

size_t quad_sqlite_blob_count(quad_sqlite_blob *blob) { return (size_t)quad_sqlite3_blob_bytes(blob); }

int quad_sqlite_blob_read(quad_sqlite_blob *blob, void *buffer, size_t count, size_t offset) {
    return quad_sqlite3_blob_read(blob, buffer, (int)count, (int)offset);
}

void quad_sqlite_blob_close(quad_sqlite_blob *blob) { quad_sqlite3_blob_close(blob); }
