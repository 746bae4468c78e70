// Makes calls of a program fail, for tests: loaded before its libraries (LD_PRELOAD), compiled by the test.
//
//     FAULT_CALL=read|short-read|write|short-write|open|status|map|memory|thread    the kind of call that fails
//     FAULT_AFTER=N     calls of that kind that succeed before the first failure
//     FAULT_COUNT=N     calls that fail; all that follow where it is missing
//     FAULT_PATH=TEXT   only files whose path holds it; of writes, standard output too
//     FAULT_LOG=FILE    gets a byte for each call that failed
//
// Standard error always works, so that a program can say what happened.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *call, *path, *log_path;
static long after, count = -1;
static atomic_long calls;

/// Where the libraries lie that unpack, look for patterns or judge an encoding. Swift and GLib end the program where they get
/// no memory.
static struct { uintptr_t start, end; } libraries[8];
static int library_count;

static int find_library(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    static const char *const names[] = {"libz.", "libzstd.", "liblzma.", "libbz2.", "libpcre2-8.", "libuchardet."};
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (strncmp(name, names[index], strlen(names[index])) != 0) continue;
        uintptr_t end = 0;
        for (int part = 0; part < info->dlpi_phnum; part++) {
            const uintptr_t part_end = info->dlpi_phdr[part].p_vaddr + info->dlpi_phdr[part].p_memsz;
            if (info->dlpi_phdr[part].p_type == PT_LOAD && part_end > end) end = part_end;
        }
        libraries[library_count].start = info->dlpi_addr;
        libraries[library_count++].end = info->dlpi_addr + end;
    }
    return 0;
}

static bool is_library(void *address)
{
    for (int index = 0; index < library_count; index++) {
        if ((uintptr_t)address >= libraries[index].start && (uintptr_t)address < libraries[index].end) return true;
    }
    return false;
}

__attribute__((constructor)) static void begin(void)
{
    dl_iterate_phdr(find_library, NULL);
    const char *text = getenv("FAULT_AFTER");
    after = text ? atol(text) : 0;
    text = getenv("FAULT_COUNT");
    if (text) count = atol(text);
    path = getenv("FAULT_PATH");
    log_path = getenv("FAULT_LOG");
    call = getenv("FAULT_CALL");
}

static bool is(const char *kind) { return call && strcmp(call, kind) == 0; }

/// Whether this call fails: it is one of those that do, and in their turn.
static bool fails(const char *kind)
{
    if (!is(kind)) return false;
    const long number = atomic_fetch_add(&calls, 1);
    if (number < after || (count >= 0 && number >= after + count)) return false;
    // By the kernel's calls: those of the library are ours.
    const int file = log_path ? (int)syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file >= 0) {
        syscall(SYS_write, file, "x", 1);
        syscall(SYS_close, file);
    }
    return true;
}

static bool is_path(const char *name)
{
    if (!path || strstr(name, path)) return true;
    char folder[4096];
    return name[0] != '/' && getcwd(folder, sizeof folder) && strstr(folder, path);
}

static bool is_file(int file)
{
    if (!call || !path) return call;
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return false;
    name[length] = 0;
    return is_path(name);
}

#define REAL(result, name, ...)                                        \
    static result (*real)(__VA_ARGS__);                                \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);

#define FAIL(number) do { errno = number; return -1; } while (0)

/// As much as a call of `length` bytes reads or writes that is cut short.
static size_t part(const char *kind, size_t length) { return length > 1 && fails(kind) ? 1 + length / 3 : length; }

ssize_t pread(int file, void *bytes, size_t length, off_t offset)
{
    REAL(ssize_t, pread, int, void *, size_t, off_t)
    if (is_file(file)) {
        if (fails("read")) FAIL(EIO);
        length = part("short-read", length);
    }
    return real(file, bytes, length, offset);
}

ssize_t pread64(int file, void *bytes, size_t length, off_t offset) { return pread(file, bytes, length, offset); }

ssize_t read(int file, void *bytes, size_t length)
{
    REAL(ssize_t, read, int, void *, size_t)
    // Of events no part can be read.
    if (length != 8 && is_file(file)) {
        if (fails("read")) FAIL(EIO);
        length = part("short-read", length);
    }
    return real(file, bytes, length);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    REAL(ssize_t, write, int, const void *, size_t)
    if (file != 2 && length != 8 && (file == 1 || is_file(file))) {
        if (fails("write")) FAIL(ENOSPC);
        length = part("short-write", length);
    }
    return real(file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset)
{
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
    if (is_file(file)) {
        if (fails("write")) FAIL(ENOSPC);
        length = part("short-write", length);
    }
    return real(file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t offset)
{
    return pwrite(file, bytes, length, offset);
}

static bool needs_mode(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

#define MODE(flags)                          \
    mode_t mode = 0;                         \
    if (needs_mode(flags)) {                 \
        va_list list;                        \
        va_start(list, flags);               \
        mode = (mode_t)va_arg(list, int);    \
        va_end(list);                        \
    }

int open(const char *name, int flags, ...)
{
    REAL(int, open, const char *, int, ...)
    MODE(flags)
    if (is_path(name) && fails("open")) FAIL(EMFILE);
    return real(name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    MODE(flags)
    return open(name, flags, mode);
}

int openat(int folder, const char *name, int flags, ...)
{
    REAL(int, openat, int, const char *, int, ...)
    MODE(flags)
    // A name of its own in a folder has no path to go by.
    if ((is_path(name) || is_file(folder)) && fails("open")) FAIL(EMFILE);
    return real(folder, name, flags, mode);
}

int fstat(int file, struct stat *status)
{
    REAL(int, fstat, int, struct stat *)
    if (is("status") && is_file(file) && fails("status")) FAIL(EIO);
    return real(file, status);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real) real = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    // What the program takes for tables, not what libraries take for a thread's stack or a page of their own.
    if (length >= 1 << 16 && file < 0 && !(flags & MAP_STACK) && fails("map")) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return real(address, length, protection, flags, file, offset);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);

void *malloc(size_t size)
{
    if (is("memory") && is_library(__builtin_return_address(0)) && fails("memory")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    if (is("memory") && is_library(__builtin_return_address(0)) && fails("memory")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(number, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    if (fails("thread")) return EAGAIN;
    return real(thread, attributes, body, argument);
}
