#ifndef QUADRILLE_SYSTEM_CALLS_H
#define QUADRILLE_SYSTEM_CALLS_H

// Calls of Linux that Swift's Glibc leaves out: they are declared for GNU sources alone, or take any number of arguments.

/// Makes a pipe: `ends[0]` is read and `ends[1]` written. No program that is started from now on inherits them, even one that
/// another thread starts at this moment.
///
/// Returns 0, or the error number of pipe2(2).
int quad_pipe(int ends[2]);

/// Names the calling thread in `/proc/self/task/*/comm`: the first 15 bytes of `name`.
void quad_name_thread(const char *name);

/// The number of the calling thread in `/proc/self/task`.
int quad_thread_number(void);

/// Bounds the memory that the allocator keeps for later, in each of its heaps: blocks of 1 MiB or more are given back when they
/// are freed, and of others 4 MiB stay at the end of a heap. By itself it keeps as much as 64 MiB there (mallopt(3)), which
/// `malloc_trim` does not release from the heaps of threads.
///
/// Does nothing where the C library has no such bounds.
void quad_bound_heaps(void);

#endif
