#include "archive_tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Every function of libarchive that is used, by its own type.
#define FUNCTIONS(do) \
    do(archive_read_new) do(archive_read_free) do(archive_read_support_format_tar) \
    do(archive_read_support_filter_none) do(archive_read_set_callback_data) do(archive_read_set_read_callback) \
    do(archive_read_set_skip_callback) do(archive_read_set_seek_callback) do(archive_read_open1) \
    do(archive_read_next_header) do(archive_read_data_block) do(archive_entry_pathname) do(archive_entry_pathname_utf8) \
    do(archive_entry_filetype) do(archive_entry_size) do(archive_entry_hardlink) \
    do(archive_entry_is_data_encrypted) do(archive_entry_sparse_count) do(archive_read_header_position)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static bool is_loaded;

static void load(void) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) \
    p_##name = (__typeof__(&name))dlsym(library, #name); \
    if (!p_##name) return;
    FUNCTIONS(FIND)
    is_loaded = true;
}

bool quad_tar_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

struct quad_tar {
    struct archive *archive;
    quad_tar_bytes bytes;
    void *context;
    int64_t length, offset;
    // The content of the entry: its size, what was copied of it, and the block that comes next, which may begin after a hole.
    int64_t size, copied, block_offset;
    const char *block;
    size_t block_size;
    int status;
    bool has_ended;
    char buffer[1 << 16];
};

static la_ssize_t read_bytes(struct archive *archive, void *context, const void **buffer) {
    (void)archive;
    quad_tar *tar = context;
    int64_t count = tar->bytes(tar->context, tar->buffer, sizeof tar->buffer, tar->offset);
    if (count < 0) return ARCHIVE_FATAL;
    *buffer = tar->buffer;
    tar->offset += count;
    return count;
}

static la_int64_t skip_bytes(struct archive *archive, void *context, la_int64_t count) {
    (void)archive;
    quad_tar *tar = context;
    int64_t rest = tar->length - tar->offset;
    if (count > rest) count = rest < 0 ? 0 : rest;
    tar->offset += count;
    return count;
}

static la_int64_t seek_bytes(struct archive *archive, void *context, la_int64_t offset, int whence) {
    (void)archive;
    quad_tar *tar = context;
    int64_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? tar->offset : tar->length;
    if (__builtin_add_overflow(start, offset, &start) || start < 0 || start > tar->length) return ARCHIVE_FATAL;
    return tar->offset = start;
}

quad_tar *quad_tar_open(quad_tar_bytes bytes, void *context, int64_t length) {
    if (!quad_tar_is_available()) return NULL;
    quad_tar *tar = calloc(1, sizeof *tar);
    if (!tar) return NULL;
    tar->bytes = bytes;
    tar->context = context;
    tar->length = length;
    tar->archive = p_archive_read_new();
    if (!tar->archive) {
        free(tar);
        return NULL;
    }
    p_archive_read_support_filter_none(tar->archive);
    p_archive_read_support_format_tar(tar->archive);
    p_archive_read_set_callback_data(tar->archive, tar);
    p_archive_read_set_read_callback(tar->archive, read_bytes);
    p_archive_read_set_skip_callback(tar->archive, skip_bytes);
    p_archive_read_set_seek_callback(tar->archive, seek_bytes);
    if (p_archive_read_open1(tar->archive) != ARCHIVE_OK) {
        quad_tar_close(tar);
        return NULL;
    }
    return tar;
}

int quad_tar_next(quad_tar *tar, quad_tar_entry *entry) {
    struct archive_entry *found = NULL;
    tar->copied = tar->block_offset = 0;
    tar->block_size = 0;
    tar->status = ARCHIVE_OK;
    int status = p_archive_read_next_header(tar->archive, &found);
    // An archive may also end without the mark: it is an empty block.
    tar->has_ended = status == ARCHIVE_EOF && p_archive_read_header_position(tar->archive) + 512 <= tar->length;
    if (status == ARCHIVE_EOF) return 0;
    // A warning is of names that the locale has no letters for.
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return -1;
    const char *name = p_archive_entry_pathname(found);
    if (!name) name = p_archive_entry_pathname_utf8(found);
    entry->name = name ? name : "";
    tar->size = p_archive_entry_size(found);
    int64_t end = p_archive_read_header_position(tar->archive) + 512;
    bool is_sparse = p_archive_entry_sparse_count(found) > 0;
    entry->is_cut = !is_sparse && tar->size > tar->length - end;
    entry->is_empty = tar->size == 0;
    entry->is_encrypted = p_archive_entry_is_data_encrypted(found) > 0;
    mode_t type = p_archive_entry_filetype(found);
    if (p_archive_entry_hardlink(found) || type == AE_IFLNK) {
        entry->kind = QUAD_TAR_LINK;
    } else {
        entry->kind = type == AE_IFREG ? QUAD_TAR_FILE : type == AE_IFDIR ? QUAD_TAR_FOLDER : QUAD_TAR_OTHER;
    }
    return 1;
}

bool quad_tar_has_ended(const quad_tar *tar) { return tar->has_ended; }

int64_t quad_tar_read(quad_tar *tar, void *buffer, size_t count) {
    char *out = buffer;
    size_t done = 0;
    // By blocks: archive_read_data drops what precedes a damage in the same buffer.
    while (done < count) {
        if (tar->copied == tar->block_offset && tar->block_size == 0) {
            if (tar->status != ARCHIVE_OK) break;
            const void *block = NULL;
            la_int64_t offset = 0;
            size_t size = 0;
            tar->status = p_archive_read_data_block(tar->archive, &block, &size, &offset);
            // An entry that ends with a hole has an empty block at its end.
            if (tar->status != ARCHIVE_OK && tar->status != ARCHIVE_EOF) break;
            if (offset < tar->copied) {
                if (tar->status == ARCHIVE_OK) tar->status = ARCHIVE_FATAL;
                break;
            }
            tar->block = block;
            tar->block_size = tar->status == ARCHIVE_OK ? size : 0;
            tar->block_offset = offset;
            continue;
        }
        size_t room = count - done;
        if (tar->copied < tar->block_offset) {
            int64_t hole = tar->block_offset - tar->copied;
            size_t zeros = hole < (int64_t)room ? (size_t)hole : room;
            memset(out + done, 0, zeros);
            tar->copied += zeros;
            done += zeros;
            continue;
        }
        size_t part = tar->block_size < room ? tar->block_size : room;
        memcpy(out + done, tar->block, part);
        tar->block += part;
        tar->block_size -= part;
        tar->block_offset += part;
        tar->copied += part;
        done += part;
    }
    if (done > 0) return (int64_t)done;
    // Where nothing but the padding is missing, the content is whole.
    return tar->status == ARCHIVE_OK || tar->status == ARCHIVE_EOF || tar->copied >= tar->size ? 0 : -1;
}

void quad_tar_close(quad_tar *tar) {
    if (!tar) return;
    p_archive_read_free(tar->archive);
    free(tar);
}
