#ifndef QUADRILLE_ARCHIVE_TAR_H
#define QUADRILLE_ARCHIVE_TAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Tar archives, read by libarchive, which is loaded with the first of them.

/// Returns `count` bytes or fewer at `offset` of the archive in `buffer`: their number, 0 at the end, below 0 on a failure.
typedef int64_t (*quad_tar_bytes)(void *context, void *buffer, int64_t count, int64_t offset);

typedef enum {
    QUAD_TAR_FILE,
    QUAD_TAR_FOLDER,
    QUAD_TAR_LINK,
    QUAD_TAR_OTHER,
} quad_tar_kind;

typedef struct {
    /// As the archive has it; there until the next entry.
    const char *name;
    quad_tar_kind kind;
    /// A Boolean value that indicates whether the archive ends before the content does.
    bool is_cut;
    /// A Boolean value that indicates whether the content is encrypted.
    bool is_encrypted;
    /// A Boolean value that indicates whether there is no content.
    bool is_empty;
} quad_tar_entry;

typedef struct quad_tar quad_tar;

/// A Boolean value that indicates whether libarchive is there.
bool quad_tar_is_available(void);

/// Opens the archive of `length` bytes that `bytes` gives; NULL without memory or library.
quad_tar *quad_tar_open(quad_tar_bytes bytes, void *context, int64_t length);

/// Goes to the next entry: 1 with it in `entry`, 0 at the end, -1 where the archive is damaged.
int quad_tar_next(quad_tar *tar, quad_tar_entry *entry);

/// A Boolean value that indicates whether the last call of `quad_tar_next` found the mark at the end of the archive.
bool quad_tar_has_ended(const quad_tar *tar);

/// Copies the next bytes of the entry's content: their number, 0 at its end, -1 where it is damaged.
int64_t quad_tar_read(quad_tar *tar, void *buffer, size_t count);

void quad_tar_close(quad_tar *tar);

#endif
