#define _GNU_SOURCE
#include <sys/mman.h>

#include "CExport.h"

int cexport_memory_file(void) { return memfd_create("quadrille", MFD_CLOEXEC); }
