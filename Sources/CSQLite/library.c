#include "library.h"

#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>

/// The most memory for all databases: beyond it statements fail, and the program goes on.
static const int64_t most_memory = 24 << 20;

#define DEFINE(result, name, parameters) result(*quad_##name) parameters;
QUAD_SQLITE_FUNCTIONS(DEFINE)

static bool is_loaded;

static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(result, name, parameters) \
    quad_##name = (__typeof__(quad_##name))dlsym(library, #name); \
    if (!quad_##name) return;
    QUAD_SQLITE_FUNCTIONS(FIND)
    // Since 3.31; older ones do without.
    int64_t (*limit)(int64_t) = (int64_t(*)(int64_t))dlsym(library, "sqlite3_hard_heap_limit64");
    if (limit) limit(most_memory);
    is_loaded = quad_sqlite3_vfs_find(NULL) != NULL;
}

bool quad_sqlite_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

int64_t quad_sqlite_memory_used(void) { return is_loaded ? quad_sqlite3_memory_used() : 0; }
