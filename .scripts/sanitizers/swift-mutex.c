// Tells ThreadSanitizer about Synchronization.Mutex of Swift; loaded before the runtime's libraries (LD_PRELOAD).
//
// Swift compiles the short way of the mutex, an atomic exchange of a free one, into the code that locks it, where the
// sanitizer sees it. The long way, of one that another thread has, lies in libswiftSynchronization.so, which is not
// instrumented: it spins, and then waits in the kernel (futex(2), FUTEX_LOCK_PI). Whoever gets the mutex so would seem to
// have it by no order at all, and what it guards would be called a race.
//
// The functions here are called in the place of those of the library. They call them, and say what they have done. If the
// runtime comes to have others, .scripts/sanitize says so.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Of the sanitizer's runtime, in the program. Other programs that a test starts have none.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// _MutexHandle's methods, whose only property is the atomic number that the short way exchanges.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

typedef SWIFT void lock_function(uint32_t thread, SELF mutex);
typedef SWIFT bool try_lock_function(SELF mutex);
typedef SWIFT void unlock_function(SELF mutex);

static lock_function *lock;
static try_lock_function *try_lock;
static unlock_function *unlock;

__attribute__((constructor)) static void find(void)
{
    lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
    try_lock = (try_lock_function *)dlsym(RTLD_NEXT, TRY_LOCK);
    unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void told_lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void told_lock(uint32_t thread, SELF mutex)
{
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool told_try_lock(SELF mutex) __asm__(TRY_LOCK);
SWIFT bool told_try_lock(SELF mutex)
{
    bool is_locked = try_lock(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void told_unlock(SELF mutex) __asm__(UNLOCK);
SWIFT void told_unlock(SELF mutex)
{
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}
