// The file functions of SQLite, such as they are for a reader that leaves no trace: nothing is written, created or deleted.
//
// The index of a log (-shm) is never mapped, since a map of a file that shrinks ends the program. Its parts are copied whenever
// SQLite has taken a lock in it, after which it looks at them again: what the copies miss is then noticed as if it had happened
// a moment later.
#define _GNU_SOURCE
#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Bytes that programs lock in a database file, and in an index (os_unix.c of SQLite).
enum {
    PENDING_BYTE = 0x40000000,
    RESERVED_BYTE = PENDING_BYTE + 1,
    SHARED_FIRST = PENDING_BYTE + 2,
    SHARED_COUNT = 510,
    INDEX_LOCKS = 120,
    INDEX_USERS = 128,
};

struct quad_file {
    sqlite3_file base;
    quad_sqlite *database;
    /// -1 for an absent log, which is an empty one.
    int descriptor;
    bool is_locked;
    /// True for a log whose header is damaged, so that it has nothing.
    bool is_void;
};

static int set_lock(int file, short type, off_t start, off_t count) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
    return fcntl(file, F_OFD_SETLK, &lock);
}

/// The lock of others that keeps a lock of `type` out; F_UNLCK where there is none.
static short others_lock(int file, short type, off_t start, off_t count) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
    return fcntl(file, F_OFD_GETLK, &lock) ? F_UNLCK : lock.l_type;
}

int quad_sqlite_open_file(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return -1;
    struct stat status;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
    close(file);
    errno = EINVAL;
    return -1;
}

ssize_t quad_sqlite_read_bytes(int file, void *bytes, size_t count, off_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t read = pread(file, (char *)bytes + done, count - done, offset + (off_t)done);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) return -1;
        if (read == 0) break;
        done += (size_t)read;
    }
    return (ssize_t)done;
}

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t little_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/// True for a log that is no longer than its header, or whose header SQLite does not accept. It takes such a log for an empty one,
/// but without an index it waits for ten seconds for another header.
static bool is_void(int log) {
    uint8_t bytes[33];
    if (log < 0) return false;
    if (quad_sqlite_read_bytes(log, bytes, sizeof bytes, 0) != sizeof bytes) return true;
    uint32_t magic = big_endian(bytes), page = big_endian(bytes + 8), first = 0, second = 0;
    if ((magic & ~1u) != 0x377f0682 || page < 512 || page > 65536 || (page & (page - 1))) return true;
    for (int i = 0; i < 24; i += 8) {
        first += (magic & 1 ? big_endian(bytes + i) : little_endian(bytes + i)) + second;
        second += (magic & 1 ? big_endian(bytes + i + 4) : little_endian(bytes + i + 4)) + first;
    }
    return first != big_endian(bytes + 24) || second != big_endian(bytes + 28);
}

/// True for a file without bytes: an absent log, or a void one. With the index of another program, that one decides.
static bool is_empty(const quad_file *file) {
    return file->descriptor < 0 || (file->is_void && !file->database->shares_index);
}

// MARK: - The database file and the log

static int file_close(sqlite3_file *base) {
    quad_file *file = (quad_file *)base;
    quad_sqlite *database = file->database;
    if (database->main == file) database->main = NULL;
    if (database->log == file) database->log = NULL;
    if (file->descriptor >= 0) close(file->descriptor);
    return SQLITE_OK;
}

enum { AHEAD_LENGTH = 1 << 16 };

/// Reads a page of the database file. Those of a scan lie one after the other in most files, and are read many at once.
static ssize_t read_page(quad_file *file, void *bytes, size_t count, int64_t offset) {
    quad_ahead *ahead = &file->database->ahead;
    bool is_next = offset >= ahead->end && offset - ahead->end < AHEAD_LENGTH && ahead->end > 0;
    ahead->end = offset + (int64_t)count;
    bool is_there = offset >= ahead->offset && ahead->end <= ahead->offset + (int64_t)ahead->count;
    if (!is_there && is_next && count < AHEAD_LENGTH) {
        if (!ahead->bytes) ahead->bytes = malloc(AHEAD_LENGTH);
        ssize_t read = ahead->bytes ? quad_sqlite_read_bytes(file->descriptor, ahead->bytes, AHEAD_LENGTH, offset) : 0;
        ahead->offset = offset;
        ahead->count = read > 0 ? (size_t)read : 0;
        is_there = ahead->count >= count;
    }
    // An error is that of this page.
    if (!is_there) return quad_sqlite_read_bytes(file->descriptor, bytes, count, offset);
    memcpy(bytes, ahead->bytes + (offset - ahead->offset), count);
    return (ssize_t)count;
}

static int file_read(sqlite3_file *base, void *bytes, int count, int64_t offset) {
    quad_file *file = (quad_file *)base;
    // The least length of a page.
    if (count >= 512) {
        quad_sqlite *database = file->database;
        database->page_offset = offset, database->page_length = count, database->page_is_logged = file == database->log;
    }
    bool is_page = count >= 512 && file == file->database->main;
    ssize_t read =
        is_empty(file) ? 0
        : is_page ? read_page(file, bytes, (size_t)count, offset)
        : quad_sqlite_read_bytes(file->descriptor, bytes, (size_t)count, offset);
    if (read == count) return SQLITE_OK;
    if (read < 0) return SQLITE_IOERR_READ;
    memset((char *)bytes + read, 0, (size_t)(count - read));
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, int64_t offset) {
    (void)base, (void)bytes, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int file_truncate(sqlite3_file *base, int64_t size) {
    (void)base, (void)size;
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags) {
    (void)base, (void)flags;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, int64_t *size) {
    quad_file *file = (quad_file *)base;
    struct stat status;
    *size = 0;
    if (is_empty(file)) return SQLITE_OK;
    if (fstat(file->descriptor, &status)) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int lock_file(quad_file *file) {
    if (file->is_locked || file->database->ignores_lock) return SQLITE_OK;
    // Whoever waits to write has the pending byte, and goes first.
    if (set_lock(file->descriptor, F_RDLCK, PENDING_BYTE, 1)) return SQLITE_BUSY;
    int result = set_lock(file->descriptor, F_RDLCK, SHARED_FIRST, SHARED_COUNT);
    set_lock(file->descriptor, F_UNLCK, PENDING_BYTE, 1);
    if (result) return SQLITE_BUSY;
    file->is_locked = true;
    return SQLITE_OK;
}

static void unlock_file(quad_file *file) {
    if (!file->is_locked) return;
    set_lock(file->descriptor, F_UNLCK, SHARED_FIRST, SHARED_COUNT);
    file->is_locked = false;
}

static int file_lock(sqlite3_file *base, int level) {
    if (level > SQLITE_LOCK_SHARED) return SQLITE_READONLY;
    return level == SQLITE_LOCK_NONE ? SQLITE_OK : lock_file((quad_file *)base);
}

static int file_unlock(sqlite3_file *base, int level) {
    if (level == SQLITE_LOCK_NONE) unlock_file((quad_file *)base);
    return SQLITE_OK;
}

static int file_check_reserved_lock(sqlite3_file *base, int *result) {
    quad_file *file = (quad_file *)base;
    *result = others_lock(file->descriptor, F_RDLCK, RESERVED_BYTE, 1) != F_UNLCK;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int file_characteristics(sqlite3_file *base) {
    (void)base;
    return 0;
}

// MARK: - The index of the log

static void copy_region(quad_sqlite *database, int region) {
    off_t offset = (off_t)region * QUAD_REGION_LENGTH;
    ssize_t read = quad_sqlite_read_bytes(database->index_file, database->regions[region], QUAD_REGION_LENGTH, offset);
    if (read < 0) read = 0;
    // SQLite finds no valid header there.
    memset((char *)database->regions[region] + read, 0, (size_t)(QUAD_REGION_LENGTH - read));
}

void quad_sqlite_refresh_index(quad_sqlite *database) {
    if (database->index_file < 0) return;
    for (int region = 0; region < database->region_count; region++) {
        if (database->regions[region]) copy_region(database, region);
    }
}

/// False where no other program uses the index, so that nobody keeps it up to date.
bool quad_sqlite_lock_index(quad_sqlite *database) {
    if (others_lock(database->index_file, F_WRLCK, INDEX_USERS, 1) == F_UNLCK) return false;
    return set_lock(database->index_file, F_RDLCK, INDEX_USERS, 1) == 0;
}

void quad_sqlite_unlock_index(quad_sqlite *database) {
    if (database->index_file >= 0) set_lock(database->index_file, F_UNLCK, INDEX_USERS, 1);
}

/// Opens the index of another program, where there is one.
static int attach_index(quad_sqlite *database) {
    if (database->shares_index) return SQLITE_READONLY;
    if (database->makes_index || database->ignores_lock) return SQLITE_READONLY_CANTINIT;
    if (database->index_file < 0) database->index_file = quad_sqlite_open_file(database->index_path);
    if (database->index_file < 0) return SQLITE_READONLY_CANTINIT;
    short users = others_lock(database->index_file, F_WRLCK, INDEX_USERS, 1);
    // Being made right now.
    if (users == F_WRLCK) return SQLITE_BUSY;
    if (users == F_UNLCK) return SQLITE_READONLY_CANTINIT;
    if (set_lock(database->index_file, F_RDLCK, INDEX_USERS, 1)) return SQLITE_BUSY;
    database->shares_index = true;
    return SQLITE_READONLY;
}

static int index_map(sqlite3_file *base, int region, int size, int extends, void volatile **part) {
    (void)extends;
    quad_sqlite *database = ((quad_file *)base)->database;
    *part = NULL;
    int result = attach_index(database);
    if (result != SQLITE_READONLY) return result;
    struct stat status;
    if (size != QUAD_REGION_LENGTH || fstat(database->index_file, &status)) return SQLITE_IOERR;
    if (status.st_size < (off_t)(region + 1) * QUAD_REGION_LENGTH) return result;
    if (region >= database->region_count) {
        void **regions = realloc(database->regions, (size_t)(region + 1) * sizeof *regions);
        if (!regions) return SQLITE_NOMEM;
        database->regions = regions;
        while (database->region_count <= region) regions[database->region_count++] = NULL;
    }
    if (!database->regions[region]) {
        database->regions[region] = malloc(QUAD_REGION_LENGTH);
        if (!database->regions[region]) return SQLITE_NOMEM;
        copy_region(database, region);
    }
    *part = database->regions[region];
    return result;
}

static int index_lock(sqlite3_file *base, int offset, int count, int flags) {
    quad_sqlite *database = ((quad_file *)base)->database;
    if (flags & SQLITE_SHM_UNLOCK) {
        if (database->index_file >= 0) set_lock(database->index_file, F_UNLCK, INDEX_LOCKS + offset, count);
        return SQLITE_OK;
    }
    if (!(flags & SQLITE_SHM_SHARED)) return SQLITE_BUSY;
    if (database->index_file < 0) return SQLITE_OK;
    if (set_lock(database->index_file, F_RDLCK, INDEX_LOCKS + offset, count)) return SQLITE_BUSY;
    if (database->shares_index) quad_sqlite_refresh_index(database);
    return SQLITE_OK;
}

static void index_barrier(sqlite3_file *base) {
    (void)base;
    atomic_thread_fence(memory_order_seq_cst);
}

static int index_unmap(sqlite3_file *base, int deletes) {
    (void)deletes;
    quad_sqlite *database = ((quad_file *)base)->database;
    for (int region = 0; region < database->region_count; region++) free(database->regions[region]);
    free(database->regions);
    if (database->index_file >= 0) close(database->index_file);
    database->regions = NULL;
    database->region_count = 0;
    database->index_file = -1;
    database->shares_index = false;
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_reserved_lock, file_control, file_sector_size, file_characteristics, index_map, index_lock, index_barrier,
    index_unmap,
};

// MARK: - The folder

static int folder_open(sqlite3_vfs *functions, const char *name, sqlite3_file *base, int flags, int *opened_flags) {
    quad_sqlite *database = functions->data;
    quad_file *file = (quad_file *)base;
    file->base.methods = NULL;
    // A temporary file would be one more name.
    if (!name || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL))) return SQLITE_CANTOPEN;
    file->database = database;
    file->is_locked = false;
    file->descriptor = quad_sqlite_open_file(name);
    bool is_log = flags & SQLITE_OPEN_WAL;
    if (is_log) database->log_error = file->descriptor < 0 && errno != ENOENT ? errno : 0;
    file->is_void = is_log && is_void(file->descriptor);
    if (is_log && database->log_error) return SQLITE_CANTOPEN;
    if (file->descriptor < 0 && !(is_log && errno == ENOENT)) return SQLITE_CANTOPEN;
    if (flags & SQLITE_OPEN_MAIN_DB) database->main = file;
    if (is_log) database->log = file;
    if (opened_flags) {
        int kept = flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_READONLY);
        *opened_flags = kept | (is_log ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
    }
    file->base.methods = &methods;
    return SQLITE_OK;
}

static int folder_delete(sqlite3_vfs *functions, const char *name, int syncs) {
    (void)functions, (void)name, (void)syncs;
    return SQLITE_OK;
}

static int folder_access(sqlite3_vfs *functions, const char *name, int flags, int *result) {
    (void)functions;
    struct stat status;
    *result = stat(name, &status) == 0;
    // Empty logs and journals are as good as none.
    if (*result && flags == SQLITE_ACCESS_EXISTS) *result = !S_ISREG(status.st_mode) || status.st_size > 0;
    return SQLITE_OK;
}

static int folder_full_pathname(sqlite3_vfs *functions, const char *name, int count, char *full) {
    (void)functions;
    size_t length = strlen(name);
    if (length >= (size_t)count) return SQLITE_CANTOPEN;
    memcpy(full, name, length + 1);
    return SQLITE_OK;
}

static sqlite3_vfs *system_functions(void) { return quad_sqlite3_vfs_find(NULL); }

static int folder_randomness(sqlite3_vfs *functions, int count, char *bytes) {
    (void)functions;
    return system_functions()->randomness(system_functions(), count, bytes);
}

static int folder_sleep(sqlite3_vfs *functions, int microseconds) {
    (void)functions;
    return system_functions()->sleep(system_functions(), microseconds);
}

static int folder_current_time(sqlite3_vfs *functions, double *time) {
    (void)functions;
    return system_functions()->current_time(system_functions(), time);
}

static int folder_last_error(sqlite3_vfs *functions, int count, char *message) {
    (void)functions, (void)count, (void)message;
    return 0;
}

void quad_sqlite_fill_system_functions(sqlite3_vfs *functions) {
    functions->randomness = folder_randomness;
    functions->sleep = folder_sleep;
    functions->current_time = folder_current_time;
    functions->last_error = folder_last_error;
}

void quad_sqlite_fill_functions(quad_sqlite *database) {
    snprintf(database->name, sizeof database->name, "quad-%p", (void *)database);
    database->functions = (sqlite3_vfs){
        .version = 1, .file_size = sizeof(quad_file), .longest_path = PATH_MAX, .name = database->name, .data = database,
        .open = folder_open, .delete = folder_delete, .access = folder_access, .full_pathname = folder_full_pathname,
    };
    quad_sqlite_fill_system_functions(&database->functions);
}

// MARK: - The state of the files

int quad_sqlite_lock(quad_sqlite *database) { return database->main ? lock_file(database->main) : SQLITE_OK; }

void quad_sqlite_unlock(quad_sqlite *database) {
    if (database->main) unlock_file(database->main);
}

bool quad_sqlite_is_awaited(quad_sqlite *database) {
    return others_lock(quad_sqlite_descriptor(database), F_RDLCK, PENDING_BYTE, 1) != F_UNLCK;
}

bool quad_sqlite_is_locked(quad_sqlite *database) { return quad_sqlite_is_file_locked(quad_sqlite_descriptor(database)); }

bool quad_sqlite_is_file_locked(int file) {
    return others_lock(file, F_RDLCK, PENDING_BYTE, 2 + SHARED_COUNT) != F_UNLCK;
}

int quad_sqlite_descriptor(quad_sqlite *database) { return database->main ? database->main->descriptor : -1; }

static bool is_at(int file, const char *path) {
    struct stat open, named;
    return fstat(file, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
        && open.st_dev == named.st_dev;
}

bool quad_sqlite_is_current(quad_sqlite *database) {
    if (!database->main || !is_at(database->main->descriptor, database->path)) return false;
    struct stat status;
    if (database->log && database->log->descriptor >= 0) {
        if (!is_at(database->log->descriptor, database->log_path)) return false;
        if (!database->shares_index && is_void(database->log->descriptor) != database->log->is_void) return false;
    } else if (database->log) {
        if (stat(database->log_path, &status) == 0 && status.st_size > 0) return false;
    }
    return !database->shares_index || is_at(database->index_file, database->index_path);
}

bool quad_sqlite_has_journal(quad_sqlite *database) {
    int file = quad_sqlite_open_file(database->journal_path);
    if (file < 0) return errno != ENOENT;
    char first = 0;
    ssize_t count = quad_sqlite_read_bytes(file, &first, 1, 0);
    close(file);
    return count != 0 && first != 0;
}

bool quad_sqlite_has_log_mode(quad_sqlite *database) {
    // The versions that programs need to write and to read it.
    uint8_t versions[2];
    int file = quad_sqlite_descriptor(database);
    return file >= 0 && quad_sqlite_read_bytes(file, versions, 2, 18) == 2 && versions[0] == 2 && versions[1] == 2;
}

int quad_sqlite_page_size(quad_sqlite *database) {
    uint8_t bytes[2];
    int file = quad_sqlite_descriptor(database);
    if (file < 0 || quad_sqlite_read_bytes(file, bytes, 2, 16) != 2) return 0;
    int size = bytes[0] << 8 | bytes[1];
    return size == 1 ? 65536 : size;
}

int64_t quad_sqlite_last_page(quad_sqlite *database) {
    if (database->page_length <= 0) return 0;
    if (!database->page_is_logged) return database->page_offset / database->page_length + 1;
    // The header of its frame begins with the number.
    uint8_t bytes[4];
    int file = database->log ? database->log->descriptor : -1;
    if (file < 0 || database->page_offset < 24 || quad_sqlite_read_bytes(file, bytes, 4, database->page_offset - 24) != 4) return 0;
    return (int64_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

/// Appends facts about an open file that change with its bytes.
static size_t append_status(uint8_t *state, size_t length, int file) {
    struct stat status;
    // Without the time of the last change of its names and rights.
    int64_t facts[6] = {0};
    if (file >= 0 && fstat(file, &status) == 0) {
        int64_t known[6] = {
            1, (int64_t)status.st_dev, (int64_t)status.st_ino, status.st_size, status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
        };
        memcpy(facts, known, sizeof facts);
    }
    memcpy(state + length, facts, sizeof facts);
    return length + sizeof facts;
}

static size_t append_bytes(uint8_t *state, size_t length, int file, size_t count, off_t offset) {
    memset(state + length, 0, count);
    if (file >= 0) (void)quad_sqlite_read_bytes(file, state + length, count, offset);
    return length + count;
}

int64_t quad_sqlite_log_size(quad_sqlite *database) {
    struct stat status;
    bool is_there = database->log && !is_empty(database->log) && fstat(database->log->descriptor, &status) == 0;
    return is_there ? status.st_size : 0;
}

size_t quad_sqlite_look(quad_sqlite *database, bool looks_at_log, uint8_t *state) {
    int main = quad_sqlite_descriptor(database);
    int log = database->log ? database->log->descriptor : -1;
    struct stat status;
    size_t length = append_status(state, 0, main);
    // The counter of changes, and the number of pages.
    length = append_bytes(state, length, main, 8, 24);
    if (!looks_at_log) return length;
    length = append_status(state, length, log);
    if (log < 0) return length;
    // The salts of the log, and the checksum in the header of its last page.
    length = append_bytes(state, length, log, 32, 0);
    off_t frame = quad_sqlite_page_size(database) + 24;
    if (fstat(log, &status) == 0 && status.st_size >= 32 + frame) {
        length = append_bytes(state, length, log, 24, 32 + ((status.st_size - 32) / frame - 1) * frame);
    }
    return length;
}

int64_t quad_sqlite_file_rest(int file) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct stat status;
    if (file < 0 || fstat(file, &status)) return INT64_MAX;
    int64_t seconds = now.tv_sec - status.st_mtim.tv_sec;
    // A time to come is that of another clock.
    if (seconds < -1 || seconds > 60) return INT64_MAX;
    return seconds * 1000000000 + now.tv_nsec - status.st_mtim.tv_nsec;
}

int64_t quad_sqlite_rest(quad_sqlite *database) {
    int64_t main = quad_sqlite_file_rest(quad_sqlite_descriptor(database));
    int64_t log = quad_sqlite_file_rest(database->log ? database->log->descriptor : -1);
    return main < log ? main : log;
}

int quad_sqlite_lock_shared(int file) { return set_lock(file, F_RDLCK, SHARED_FIRST, SHARED_COUNT); }
