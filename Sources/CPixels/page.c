#include "CPixels.h"

#include <string.h>

typedef uint32_t pixels4 __attribute__((vector_size(16)));

/// Copies pixels to memory that is not read before, and does not come into the caches.
static void stream(uint32_t *out, const uint32_t *in, size_t count) {
    while (count > 0 && (uintptr_t)out % sizeof(pixels4) != 0) {
        *out++ = *in++;
        count--;
    }
    for (; count >= 4; out += 4, in += 4, count -= 4) {
        pixels4 some;
        memcpy(&some, in, sizeof some);
        __builtin_nontemporal_store(some, (pixels4 *)out);
    }
    while (count-- > 0) *out++ = *in++;
}

void cpixels_paint_page(cpixels_target target, cpixels_rect page, cpixels_work work, cpixels_desk desk) {
    ptrdiff_t width = page.max_x - page.min_x, stride = width;
    if (width <= 0 || (size_t)width > desk.count) return;
    // Rows begin where a line of the caches does, if there is room: a store that is in two lines costs as much as two.
    enum { line = 64 / sizeof(uint32_t) };
    size_t skipped = -(uintptr_t)desk.pixels / sizeof(uint32_t) % line;
    ptrdiff_t padded = (width + line - 1) / line * line;
    if (skipped + (size_t)padded <= desk.count) {
        desk.pixels += skipped;
        desk.count -= skipped;
        stride = padded;
    }
    int32_t rows = (int32_t)(desk.count / (size_t)stride);
    cpixels_rect band = page;
    for (; band.min_y < page.max_y; band.min_y = band.max_y) {
        band.max_y = page.max_y - band.min_y < rows ? page.max_y : band.min_y + rows;
        cpixels_paint((cpixels_target){desk.pixels, stride, band.min_x, band.min_y}, band, work);
        for (int32_t y = band.min_y; y < band.max_y; y++) {
            ptrdiff_t row = (ptrdiff_t)(y - target.y) * target.stride + (page.min_x - target.x);
            stream(target.pixels + row, desk.pixels + (y - band.min_y) * stride, (size_t)width);
        }
    }
    // Whoever reads the picture next, another program perhaps, finds all of it.
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void cpixels_move(uint32_t *out, const uint32_t *in, size_t count) {
    // What is smaller may still be in a cache, or will be asked for before long.
    enum { large = 1 << 22, piece = 1 << 12 };
    size_t distance = out < in ? (size_t)(in - out) : (size_t)(out - in);
    if (count < large || distance < piece) {
        memmove(out, in, count * sizeof *out);
        return;
    }
    if (out < in) {
        stream(out, in, count);
    } else {
        while (count > 0) {
            size_t some = count < piece ? count : piece;
            count -= some;
            stream(out + count, in + count, some);
        }
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
