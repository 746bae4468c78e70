#ifndef QUADRILLE_SQLITE_LIBRARY_H
#define QUADRILLE_SQLITE_LIBRARY_H

// The part of libsqlite3's interface that is used, declared here: its header is not needed to build.

#include <stdbool.h>
#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_file sqlite3_file;
typedef struct sqlite3_vfs sqlite3_vfs;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;

typedef struct {
    int version;
    int (*close)(sqlite3_file *);
    int (*read)(sqlite3_file *, void *, int count, int64_t offset);
    int (*write)(sqlite3_file *, const void *, int count, int64_t offset);
    int (*truncate)(sqlite3_file *, int64_t size);
    int (*sync)(sqlite3_file *, int flags);
    int (*file_size)(sqlite3_file *, int64_t *size);
    int (*lock)(sqlite3_file *, int level);
    int (*unlock)(sqlite3_file *, int level);
    int (*check_reserved_lock)(sqlite3_file *, int *result);
    int (*file_control)(sqlite3_file *, int operation, void *argument);
    int (*sector_size)(sqlite3_file *);
    int (*device_characteristics)(sqlite3_file *);
    int (*shm_map)(sqlite3_file *, int region, int size, int extend, void volatile **);
    int (*shm_lock)(sqlite3_file *, int offset, int count, int flags);
    void (*shm_barrier)(sqlite3_file *);
    int (*shm_unmap)(sqlite3_file *, int deletes);
} sqlite3_io_methods;

struct sqlite3_file {
    const sqlite3_io_methods *methods;
};

// Version 1: the members after these belong to later ones.
struct sqlite3_vfs {
    int version;
    int file_size;
    int longest_path;
    sqlite3_vfs *next;
    const char *name;
    void *data;
    int (*open)(sqlite3_vfs *, const char *name, sqlite3_file *, int flags, int *opened_flags);
    int (*delete)(sqlite3_vfs *, const char *name, int syncs);
    int (*access)(sqlite3_vfs *, const char *name, int flags, int *result);
    int (*full_pathname)(sqlite3_vfs *, const char *name, int count, char *full);
    void *(*dl_open)(sqlite3_vfs *, const char *name);
    void (*dl_error)(sqlite3_vfs *, int count, char *message);
    void (*(*dl_sym)(sqlite3_vfs *, void *, const char *))(void);
    void (*dl_close)(sqlite3_vfs *, void *);
    int (*randomness)(sqlite3_vfs *, int count, char *bytes);
    int (*sleep)(sqlite3_vfs *, int microseconds);
    int (*current_time)(sqlite3_vfs *, double *);
    int (*last_error)(sqlite3_vfs *, int, char *);
};

enum {
    SQLITE_OK = 0,
    SQLITE_ERROR = 1,
    SQLITE_BUSY = 5,
    SQLITE_NOMEM = 7,
    SQLITE_READONLY = 8,
    SQLITE_READONLY_RECOVERY = 8 | 1 << 8,
    SQLITE_READONLY_ROLLBACK = 8 | 3 << 8,
    SQLITE_READONLY_CANTINIT = 8 | 5 << 8,
    SQLITE_IOERR = 10,
    SQLITE_IOERR_READ = 10 | 1 << 8,
    SQLITE_IOERR_SHORT_READ = 10 | 2 << 8,
    SQLITE_IOERR_WRITE = 10 | 3 << 8,
    SQLITE_IOERR_FSTAT = 10 | 7 << 8,
    SQLITE_NOTFOUND = 12,
    SQLITE_CANTOPEN = 14,
    SQLITE_PROTOCOL = 15,
    SQLITE_ROW = 100,

    SQLITE_OPEN_READONLY = 1,
    SQLITE_OPEN_READWRITE = 2,
    SQLITE_OPEN_CREATE = 4,
    SQLITE_OPEN_MAIN_DB = 0x100,
    SQLITE_OPEN_MAIN_JOURNAL = 0x800,
    SQLITE_OPEN_NOMUTEX = 0x8000,
    SQLITE_OPEN_WAL = 0x80000,

    SQLITE_ACCESS_EXISTS = 0,

    SQLITE_UTF8 = 1,
    SQLITE_DIRECTONLY = 0x80000,

    SQLITE_LOCK_NONE = 0,
    SQLITE_LOCK_SHARED = 1,

    SQLITE_SHM_UNLOCK = 1,
    SQLITE_SHM_SHARED = 4,

    SQLITE_LIMIT_LENGTH = 0,
    SQLITE_LIMIT_ATTACHED = 7,

    SQLITE_DBCONFIG_ENABLE_TRIGGER = 1003,
    SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER = 1004,
    SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION = 1005,
    SQLITE_DBCONFIG_DEFENSIVE = 1010,
    SQLITE_DBCONFIG_TRUSTED_SCHEMA = 1017,

    // What a statement does, for the authorizer.
    SQLITE_DENY = 1,
    SQLITE_DELETE = 9,
    SQLITE_INSERT = 18,
    SQLITE_PRAGMA = 19,
    SQLITE_READ = 20,
    SQLITE_SELECT = 21,
    SQLITE_TRANSACTION = 22,
    SQLITE_UPDATE = 23,
    SQLITE_FUNCTION = 31,
    SQLITE_RECURSIVE = 33,
};

typedef void quad_function(sqlite3_context *, int, sqlite3_value **);
typedef int quad_authorizer(void *, int action, const char *, const char *, const char *, const char *);

/// Every function of the library that is used: result, name, parameters.
#define QUAD_SQLITE_FUNCTIONS(do) \
    do(int, sqlite3_vfs_register, (sqlite3_vfs *, int)) \
    do(int, sqlite3_vfs_unregister, (sqlite3_vfs *)) \
    do(sqlite3_vfs *, sqlite3_vfs_find, (const char *)) \
    do(int, sqlite3_open_v2, (const char *, sqlite3 **, int, const char *)) \
    do(int, sqlite3_close, (sqlite3 *)) \
    do(int, sqlite3_exec, (sqlite3 *, const char *, void *, void *, char **)) \
    do(int, sqlite3_db_config, (sqlite3 *, int, ...)) \
    do(int, sqlite3_extended_result_codes, (sqlite3 *, int)) \
    do(int, sqlite3_limit, (sqlite3 *, int, int)) \
    do(int, sqlite3_db_release_memory, (sqlite3 *)) \
    do(int, sqlite3_set_authorizer, (sqlite3 *, quad_authorizer *, void *)) \
    do(void, sqlite3_progress_handler, (sqlite3 *, int, int (*)(void *), void *)) \
    do(const char *, sqlite3_errmsg, (sqlite3 *)) \
    do(const char *, sqlite3_errstr, (int)) \
    do(int, sqlite3_prepare_v2, (sqlite3 *, const char *, int, sqlite3_stmt **, const char **)) \
    do(int, sqlite3_step, (sqlite3_stmt *)) \
    do(int, sqlite3_reset, (sqlite3_stmt *)) \
    do(int, sqlite3_finalize, (sqlite3_stmt *)) \
    do(int, sqlite3_bind_int64, (sqlite3_stmt *, int, int64_t)) \
    do(int, sqlite3_bind_double, (sqlite3_stmt *, int, double)) \
    do(int, sqlite3_bind_text, (sqlite3_stmt *, int, const char *, int, void (*)(void *))) \
    do(int, sqlite3_bind_text16, (sqlite3_stmt *, int, const void *, int, void (*)(void *))) \
    do(int, sqlite3_bind_blob, (sqlite3_stmt *, int, const void *, int, void (*)(void *))) \
    do(int, sqlite3_column_count, (sqlite3_stmt *)) \
    do(const char *, sqlite3_column_name, (sqlite3_stmt *, int)) \
    do(int, sqlite3_column_type, (sqlite3_stmt *, int)) \
    do(int64_t, sqlite3_column_int64, (sqlite3_stmt *, int)) \
    do(double, sqlite3_column_double, (sqlite3_stmt *, int)) \
    do(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *, int)) \
    do(const void *, sqlite3_column_text16, (sqlite3_stmt *, int)) \
    do(const void *, sqlite3_column_blob, (sqlite3_stmt *, int)) \
    do(int, sqlite3_column_bytes, (sqlite3_stmt *, int)) \
    do(int, sqlite3_column_bytes16, (sqlite3_stmt *, int)) \
    do(int, sqlite3_blob_open, \
       (sqlite3 *, const char *, const char *, const char *, int64_t, int, sqlite3_blob **)) \
    do(int, sqlite3_blob_bytes, (sqlite3_blob *)) \
    do(int, sqlite3_blob_read, (sqlite3_blob *, void *, int, int)) \
    do(int, sqlite3_blob_close, (sqlite3_blob *)) \
    do(int, sqlite3_create_function, \
       (sqlite3 *, const char *, int, int, void *, quad_function *, quad_function *, void (*)(sqlite3_context *))) \
    do(int, sqlite3_create_collation, \
       (sqlite3 *, const char *, int, void *, int (*)(void *, int, const void *, int, const void *))) \
    do(void *, sqlite3_user_data, (sqlite3_context *)) \
    do(void, sqlite3_result_error, (sqlite3_context *, const char *, int)) \
    do(int, sqlite3_value_type, (sqlite3_value *)) \
    do(int64_t, sqlite3_value_int64, (sqlite3_value *)) \
    do(double, sqlite3_value_double, (sqlite3_value *)) \
    do(const unsigned char *, sqlite3_value_text, (sqlite3_value *)) \
    do(const void *, sqlite3_value_text16, (sqlite3_value *)) \
    do(const void *, sqlite3_value_blob, (sqlite3_value *)) \
    do(int, sqlite3_value_bytes, (sqlite3_value *)) \
    do(int, sqlite3_value_bytes16, (sqlite3_value *)) \
    do(int64_t, sqlite3_memory_used, (void))

#define DECLARE(result, name, parameters) extern result(*quad_##name) parameters;
QUAD_SQLITE_FUNCTIONS(DECLARE)
#undef DECLARE

#endif
