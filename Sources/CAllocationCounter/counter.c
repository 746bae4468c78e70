#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

static __thread uint64_t allocations;

uint64_t callocation_count(void) { return allocations; }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The executable's symbols come before glibc's, so these are what every library calls; glibc offers its own under these
// names (malloc/malloc.c, "Easy interposition"). free is glibc's: it takes back whatever they give.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
    allocations++;
    return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = memalign(alignment, size);
    if (!memory) return ENOMEM;
    *pointer = memory;
    return 0;
}

#endif
