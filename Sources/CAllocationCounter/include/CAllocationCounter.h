/// Counts the heap allocations of a program, for a benchmark. A program that links this target has its malloc, calloc,
/// realloc and aligned relatives counted, those of every library in it too; nothing else about them changes.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// Returns the number of allocations of the calling thread since it began; a realloc counts as one. Returns 0 under the address
/// sanitizer, which has an allocator of its own.
uint64_t callocation_count(void);

#endif
