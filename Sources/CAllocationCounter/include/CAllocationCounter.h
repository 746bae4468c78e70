/// Counts the heap allocations of a program, for a benchmark. A program that links this target has its malloc, calloc,
/// realloc and aligned relatives counted, those of every library in it too; nothing else about them changes.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// How often the calling thread has allocated since it began; a realloc counts as one. Under the address sanitizer,
/// which has an allocator of its own, always 0.
uint64_t callocation_count(void);

#endif
