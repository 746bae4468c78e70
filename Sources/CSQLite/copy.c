// Copies of databases, which SQLite brings to a whole state: it undoes the change that a journal describes, or writes the pages of
// a log into the database. Nothing but the copies is written.
#define _GNU_SOURCE
#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/// The files of a database: itself, its log, its journal.
enum { FILE_COUNT = 3 };
static const char *const endings[FILE_COUNT] = {"", "-wal", "-journal"};

// MARK: - Copying

/// Copies all bytes, which may be shared with the first file where the file system can do that. 0, or an error number.
static int copy_bytes(int from, int to) {
    if (ioctl(to, FICLONE, from) == 0) return 0;
    enum { LENGTH = 1 << 20 };
    char *bytes = malloc(LENGTH);
    if (!bytes) return ENOMEM;
    int result = 0;
    off_t offset = 0;
    while (!result) {
        ssize_t count = pread(from, bytes, LENGTH, offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) result = errno;
        if (count <= 0) break;
        for (ssize_t done = 0; done < count && !result;) {
            ssize_t written = pwrite(to, bytes + done, (size_t)(count - done), offset + done);
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) result = written < 0 ? errno : ENOSPC;
            else done += written;
        }
        offset += count;
    }
    free(bytes);
    return result;
}

/// Facts that stay the same while the files are copied to one state. Frames that are appended to the log belong to later states.
typedef struct {
    struct stat statuses[FILE_COUNT];
    uint8_t headers[FILE_COUNT][32];
} sight;

static void look(const int *files, sight *sight) {
    memset(sight, 0, sizeof *sight);
    for (int i = 0; i < FILE_COUNT; i++) {
        if (files[i] < 0) continue;
        (void)!pread(files[i], sight->headers[i], sizeof sight->headers[i], i == 0 ? 24 : 0);
        struct stat status;
        if (fstat(files[i], &status)) continue;
        sight->statuses[i].st_dev = status.st_dev;
        sight->statuses[i].st_ino = status.st_ino;
        sight->statuses[i].st_nlink = status.st_nlink;
        if (i == 1) continue;
        sight->statuses[i].st_size = status.st_size;
        sight->statuses[i].st_mtim = status.st_mtim;
        sight->statuses[i].st_ctim = status.st_ctim;
    }
}

static void close_files(const int *files) {
    for (int i = 0; i < FILE_COUNT; i++) {
        if (files[i] >= 0) close(files[i]);
    }
}

/// True where the files have what a program that keeps others out has saved: in its journal, or apart from its log.
static bool has_saved_state(const int *files) {
    uint8_t versions[2] = {0}, first = 0;
    if (files[2] >= 0 && quad_sqlite_read_bytes(files[2], &first, 1, 0) == 1 && first != 0) return true;
    return quad_sqlite_read_bytes(files[0], versions, 2, 18) == 2 && versions[0] == 2 && versions[1] == 2;
}

/// Opens the files; an absent log or journal is -1. 0, or an error number.
static int open_files(const char *path, int *files) {
    int result = 0;
    for (int i = 0; i < FILE_COUNT; i++) files[i] = -1;
    for (int i = 0; i < FILE_COUNT; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s%s", path, endings[i]) < 0) return ENOMEM;
        files[i] = quad_sqlite_open_file(name);
        if (files[i] < 0 && (i == 0 || errno != ENOENT)) result = errno;
        free(name);
    }
    return result;
}

int quad_sqlite_copy(const char *path, const char *const *copies, int64_t *size) {
    int files[FILE_COUNT], targets[FILE_COUNT];
    char *whole = realpath(path, NULL);
    int error = whole ? open_files(whole, files) : errno;
    for (int i = 0; i < FILE_COUNT; i++) targets[i] = open(copies[i], O_RDWR | O_CLOEXEC | O_TRUNC);
    bool has_moved = false, is_busy = false;
    *size = 0;
    if (whole && !error) {
        sight before, after;
        // Other programs do not begin a change then, unless they keep the database locked.
        bool is_locked = quad_sqlite_lock_shared(files[0]) != 0;
        is_busy = is_locked && !has_saved_state(files);
        look(files, &before);
        for (int i = 0; i < FILE_COUNT && !error && !is_busy; i++) {
            if (files[i] < 0) continue;
            error = targets[i] < 0 ? EIO : copy_bytes(files[i], targets[i]);
            struct stat status;
            if (fstat(targets[i], &status) == 0) *size += status.st_size;
        }
        int again[FILE_COUNT];
        if (!open_files(whole, again)) look(again, &after); else memset(&after, 1, sizeof after);
        close_files(again);
        has_moved = memcmp(&before, &after, sizeof before) || quad_sqlite_file_rest(files[0]) < quad_sqlite_settled;
    }
    if (whole) close_files(files);
    close_files(targets);
    free(whole);
    errno = error;
    if (error) return QUAD_SQLITE_CANTOPEN;
    if (is_busy) return QUAD_SQLITE_BUSY;
    return has_moved ? QUAD_SQLITE_MOVED : SQLITE_OK;
}

// MARK: - Functions that write to copies

typedef struct {
    sqlite3_vfs functions;
    char name[32];
    int files[FILE_COUNT];
} copied;

typedef struct {
    sqlite3_file base;
    int file;
    /// True for a file of another database that took part in the change, which is only read.
    bool is_foreign;
} copied_file;

/// The number of a file by its name in the copy; -1 for others.
static int number(const char *name) {
    for (int i = 0; i < FILE_COUNT; i++) {
        if (name && strncmp(name, "copy", 4) == 0 && strcmp(name + 4, endings[i]) == 0) return i;
    }
    return -1;
}

static int copied_close(sqlite3_file *base) {
    copied_file *file = (copied_file *)base;
    if (file->is_foreign) close(file->file);
    return SQLITE_OK;
}

static int copied_read(sqlite3_file *base, void *bytes, int count, int64_t offset) {
    ssize_t read = quad_sqlite_read_bytes(((copied_file *)base)->file, bytes, (size_t)count, offset);
    if (read == count) return SQLITE_OK;
    if (read < 0) return SQLITE_IOERR_READ;
    memset((char *)bytes + read, 0, (size_t)(count - read));
    return SQLITE_IOERR_SHORT_READ;
}

static int copied_write(sqlite3_file *base, const void *bytes, int count, int64_t offset) {
    copied_file *file = (copied_file *)base;
    if (file->is_foreign) return SQLITE_READONLY;
    for (int done = 0; done < count;) {
        ssize_t written = pwrite(file->file, (const char *)bytes + done, (size_t)(count - done), offset + done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return SQLITE_IOERR_WRITE;
        done += (int)written;
    }
    return SQLITE_OK;
}

static int copied_truncate(sqlite3_file *base, int64_t size) {
    copied_file *file = (copied_file *)base;
    if (file->is_foreign) return SQLITE_READONLY;
    return ftruncate(file->file, size) ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int copied_sync(sqlite3_file *base, int flags) { return (void)base, (void)flags, SQLITE_OK; }

static int copied_size(sqlite3_file *base, int64_t *size) {
    struct stat status;
    if (fstat(((copied_file *)base)->file, &status)) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

// Nobody else has the files.
static int copied_lock(sqlite3_file *base, int level) { return (void)base, (void)level, SQLITE_OK; }

static int copied_check_lock(sqlite3_file *base, int *result) { return (void)base, *result = 0, SQLITE_OK; }

static int copied_control(sqlite3_file *base, int operation, void *argument) {
    return (void)base, (void)operation, (void)argument, SQLITE_NOTFOUND;
}

static int copied_sector_size(sqlite3_file *base) { return (void)base, 4096; }

static int copied_characteristics(sqlite3_file *base) { return (void)base, 0; }

static const sqlite3_io_methods methods = {
    .version = 1, .close = copied_close, .read = copied_read, .write = copied_write, .truncate = copied_truncate,
    .sync = copied_sync, .file_size = copied_size, .lock = copied_lock, .unlock = copied_lock,
    .check_reserved_lock = copied_check_lock, .file_control = copied_control, .sector_size = copied_sector_size,
    .device_characteristics = copied_characteristics,
};

static int copied_open(sqlite3_vfs *functions, const char *name, sqlite3_file *base, int flags, int *opened_flags) {
    copied *copied = functions->data;
    copied_file *file = (copied_file *)base;
    int place = number(name);
    file->base.methods = NULL;
    if (!name) return SQLITE_CANTOPEN;
    file->is_foreign = place < 0;
    file->file = place < 0 ? quad_sqlite_open_file(name) : copied->files[place];
    if (file->file < 0) return SQLITE_CANTOPEN;
    if (opened_flags) *opened_flags = flags;
    file->base.methods = &methods;
    return SQLITE_OK;
}

static int copied_delete(sqlite3_vfs *functions, const char *name, int syncs) {
    copied *copied = functions->data;
    (void)syncs;
    if (number(name) > 0) (void)!ftruncate(copied->files[number(name)], 0);
    return SQLITE_OK;
}

static int copied_access(sqlite3_vfs *functions, const char *name, int flags, int *result) {
    copied *copied = functions->data;
    struct stat status;
    (void)flags;
    // A journal without its main journal, which may be beside another database, is of no more use.
    bool is_there = number(name) < 0 ? stat(name, &status) == 0 : fstat(copied->files[number(name)], &status) == 0;
    *result = is_there && status.st_size > 0;
    return SQLITE_OK;
}

static int copied_full_pathname(sqlite3_vfs *functions, const char *name, int count, char *full) {
    (void)functions;
    return snprintf(full, (size_t)count, "%s", name) < count ? SQLITE_OK : SQLITE_CANTOPEN;
}

const char *quad_sqlite_words(int result) { return quad_sqlite_is_available() ? quad_sqlite3_errstr(result) : ""; }

int quad_sqlite_complete(const char *const *copies) {
    if (!quad_sqlite_is_available()) return SQLITE_CANTOPEN;
    copied *copied = calloc(1, sizeof *copied);
    if (!copied) return SQLITE_NOMEM;
    for (int i = 0; i < FILE_COUNT; i++) copied->files[i] = open(copies[i], O_RDWR | O_CLOEXEC);
    snprintf(copied->name, sizeof copied->name, "quad-copy-%p", (void *)copied);
    sqlite3_vfs *functions = &copied->functions;
    *functions = (sqlite3_vfs){
        .version = 1, .file_size = sizeof(copied_file), .longest_path = PATH_MAX, .name = copied->name, .data = copied,
        .open = copied_open, .delete = copied_delete, .access = copied_access, .full_pathname = copied_full_pathname,
    };
    quad_sqlite_fill_system_functions(functions);
    sqlite3 *handle = NULL;
    quad_sqlite3_vfs_register(functions, 0);
    int result = quad_sqlite3_open_v2("copy", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, copied->name);
    quad_sqlite3_vfs_unregister(functions);
    // A log without an index is for one program alone, which has to be said before the others read the schema.
    static const char first[] =
        "PRAGMA locking_mode=exclusive; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0; PRAGMA cache_size=-1024; "
        "PRAGMA cell_size_check=1; SELECT count(*) FROM sqlite_master; PRAGMA wal_checkpoint(truncate)";
    if (!result) result = quad_sqlite3_exec(handle, first, NULL, NULL, NULL);
    if (handle) quad_sqlite3_close(handle);
    close_files(copied->files);
    free(copied);
    return result & 0xFF;
}
