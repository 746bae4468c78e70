#include "CPixels.h"

#include <string.h>

// Vectors are never passed between files, where the processor's options would matter.
#pragma clang diagnostic ignored "-Wpsabi"

// Functions that are compiled for several processors are so together with all that they call.
#define INLINE inline __attribute__((always_inline))

// Four pixels at a time: what every machine has registers for (SSE2, NEON).
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint16_t words16 __attribute__((vector_size(32)));

static INLINE words16 widened(bytes16 bytes) { return __builtin_convertvector(bytes, words16); }

static INLINE bytes16 narrowed(words16 words) { return __builtin_convertvector(words, bytes16); }

/// Products of two bytes divided by 255, rounded to the nearest: exact for all of them. Processors multiply so that the
/// upper half is left.
static INLINE words16 divided(words16 product) {
    typedef uint32_t wide16 __attribute__((vector_size(64)));
    words16 sum = product + 128;
    return __builtin_convertvector(__builtin_convertvector(sum, wide16) * 257 >> 16, words16);
}

static INLINE bytes16 four(uint32_t pixel) {
    typedef uint32_t pixels4 __attribute__((vector_size(16)));
    pixels4 all = {pixel, pixel, pixel, pixel};
    return (bytes16)all;
}

static INLINE bytes16 load(const void *pixels) {
    bytes16 value;
    memcpy(&value, pixels, sizeof value);
    return value;
}

static INLINE void store(void *pixels, bytes16 value) { memcpy(pixels, &value, sizeof value); }

/// Each byte of four pixels between what it is and `color`, as far as its share of 255 says.
static INLINE bytes16 mixed(bytes16 pixels, words16 color, words16 share) {
    return narrowed(divided(color * share + widened(pixels) * (255 - share)));
}

/// As many pixels as there are up to four, of a row that may end there.
static INLINE bytes16 load_some(const uint32_t *pixels, int count) {
    uint32_t some[4] = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) some[i] = pixels[i];
    return load(some);
}

static INLINE void store_some(uint32_t *pixels, bytes16 value, int count) {
    uint32_t some[4];
    store(some, value);
    for (int i = 0; i < count; i++) pixels[i] = some[i];
}

static INLINE uint32_t *row_of(cpixels_target target, int32_t x, int32_t y) {
    return target.pixels + (ptrdiff_t)(y - target.y) * target.stride + (x - target.x);
}

static INLINE void fill_opaque(cpixels_target target, cpixels_rect rect, uint32_t color) {
    typedef uint32_t pixels8 __attribute__((vector_size(32)));
    pixels8 eight = {color, color, color, color, color, color, color, color};
    int32_t width = rect.max_x - rect.min_x;
    for (int32_t y = rect.min_y; y < rect.max_y; y++) {
        uint32_t *row = row_of(target, rect.min_x, y);
        int32_t x = 0;
        // Two lines of the caches at a time: with less, it takes twice as long where the loop itself happens to be in two lines.
        for (; x + 32 <= width; x += 32) {
            memcpy(row + x, &eight, sizeof eight);
            memcpy(row + x + 8, &eight, sizeof eight);
            memcpy(row + x + 16, &eight, sizeof eight);
            memcpy(row + x + 24, &eight, sizeof eight);
        }
        for (; x + 8 <= width; x += 8) memcpy(row + x, &eight, sizeof eight);
        for (; x < width; x++) row[x] = color;
    }
}

static INLINE void fill(cpixels_target target, cpixels_rect rect, uint32_t color) {
    uint32_t opaque = color | 0xFF000000u;
    if (color == opaque) {
        fill_opaque(target, rect, color);
        return;
    }
    words16 share = widened(four((color >> 24) * 0x01010101u));
    words16 source = widened(four(opaque));
    int32_t width = rect.max_x - rect.min_x;
    if (width <= 0) return;
    for (int32_t y = rect.min_y; y < rect.max_y; y++) {
        uint32_t *row = row_of(target, rect.min_x, y);
        int32_t x = 0;
        for (; x + 4 <= width; x += 4) store(row + x, mixed(load(row + x), source, share));
        if (x < width) store_some(row + x, mixed(load_some(row + x, width - x), source, share), width - x);
    }
}

/// Four times the alpha of each of four pixels.
static INLINE words16 alphas(bytes16 pixels) {
    return widened(__builtin_shufflevector(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
}

static INLINE void fill_columns(cpixels_target target, cpixels_rect rect, const uint32_t *colors) {
    for (int32_t x = rect.min_x; x < rect.max_x; x += 4) {
        int count = rect.max_x - x < 4 ? rect.max_x - x : 4;
        bytes16 four_colors = load_some(colors + (x - rect.min_x), count);
        words16 share = alphas(four_colors), source = widened(four_colors | (bytes16)four(0xFF000000u));
        for (int32_t y = rect.min_y; y < rect.max_y; y++) {
            uint32_t *out = row_of(target, x, y);
            if (count == 4) store(out, mixed(load(out), source, share));
            else store_some(out, mixed(load_some(out, count), source, share), count);
        }
    }
}

/// A part of a glyph's picture, and where it goes.
typedef struct {
    uint32_t *out;
    ptrdiff_t out_stride;
    const uint8_t *in;
    ptrdiff_t in_stride;
    int32_t width, height;
} part;

/// The shares of four pixels of a byte each.
static INLINE bytes16 spread(uint32_t shares) {
    bytes16 value = four(shares);
    return __builtin_shufflevector(value, value, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

/// Four pixels of `out` nearer to a colour, by their shares.
static INLINE void draw_four(uint32_t *out, const uint8_t *in, words16 source) {
    uint32_t shares;
    memcpy(&shares, in, 4);
    store(out, mixed(load(out), source, widened(spread(shares))));
}

static INLINE void draw_gray(part p, uint32_t color) {
    words16 source = widened(four(color | 0xFF000000u));
    words16 alpha = widened(four((color >> 24) * 0x01010101u));
    int is_opaque = color >> 24 == 255;
    if (is_opaque && p.width % 4 == 0) {
        // Nearly all of a text: nothing is cheaper here than to look whether there is anything to draw.
        for (int32_t y = 0; y < p.height; y++, p.out += p.out_stride, p.in += p.in_stride)
            for (int32_t x = 0; x < p.width; x += 4) draw_four(p.out + x, p.in + x, source);
        return;
    }
    for (int32_t y = 0; y < p.height; y++, p.out += p.out_stride, p.in += p.in_stride) {
        for (int32_t x = 0; x < p.width; x += 4) {
            int count = p.width - x;
            uint32_t shares = 0;
            if (count >= 4) memcpy(&shares, p.in + x, 4);
            else for (int i = 0; i < count; i++) shares |= (uint32_t)p.in[x + i] << (8 * i);
            if (shares == 0) continue;
            words16 share = widened(spread(shares));
            if (!is_opaque) share = divided(share * alpha);
            if (count >= 4) store(p.out + x, mixed(load(p.out + x), source, share));
            else store_some(p.out + x, mixed(load_some(p.out + x, count), source, share), count);
        }
    }
}

/// `is_colored`: the pixels bring their own colour along, which is what is left of them above their share.
static INLINE void draw_wide(part p, uint32_t color, int is_colored) {
    words16 source = widened(four(color | 0xFF000000u));
    words16 alpha = widened(four((color >> 24) * 0x01010101u));
    for (int32_t y = 0; y < p.height; y++, p.out += p.out_stride, p.in += p.in_stride) {
        for (int32_t x = 0; x < p.width; x += 4) {
            int count = p.width - x < 4 ? p.width - x : 4;
            const uint32_t *row = (const uint32_t *)p.in + x;
            bytes16 in = count == 4 ? load(row) : load_some(row, count);
            bytes16 out = count == 4 ? load(p.out + x) : load_some(p.out + x, count);
            bytes16 result;
            if (is_colored) {
                words16 sum = widened(in) + divided(widened(out) * (255 - alphas(in)));
                // What rounding makes of more than all is all.
                result = narrowed((sum | (words16)(sum > 255)) & 255);
            } else {
                result = mixed(out, source, divided(widened(in) * alpha));
            }
            result |= four(0xFF000000u);
            if (count == 4) store(p.out + x, result);
            else store_some(p.out + x, result, count);
        }
    }
}

cpixels_rect cpixels_bounds(const cpixels_image *images, const cpixels_glyph *glyphs, size_t count) {
    cpixels_rect bounds = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (size_t i = 0; i < count; i++) {
        const cpixels_image *image = images + glyphs[i].image;
        if (image->width == 0) continue;
        int32_t left = glyphs[i].x + image->left, top = glyphs[i].y + image->top;
        if (left < bounds.min_x) bounds.min_x = left;
        if (top < bounds.min_y) bounds.min_y = top;
        if (left + image->width > bounds.max_x) bounds.max_x = left + image->width;
        if (top + image->height > bounds.max_y) bounds.max_y = top + image->height;
    }
    return bounds;
}

static INLINE void draw(
    cpixels_target target, cpixels_rect clip, const cpixels_image *images, const cpixels_glyph *glyphs, size_t count,
    uint32_t color) {
    for (size_t i = 0; i < count; i++) {
        const cpixels_image *image = images + glyphs[i].image;
        int32_t left = glyphs[i].x + image->left, top = glyphs[i].y + image->top;
        int32_t min_x = left > clip.min_x ? left : clip.min_x;
        int32_t min_y = top > clip.min_y ? top : clip.min_y;
        int32_t max_x = left + image->width < clip.max_x ? left + image->width : clip.max_x;
        int32_t max_y = top + image->height < clip.max_y ? top + image->height : clip.max_y;
        if (min_x >= max_x || min_y >= max_y) continue;
        ptrdiff_t unit = image->kind == CPIXELS_GRAY ? 1 : 4;
        part p = {
            .out = row_of(target, min_x, min_y),
            .out_stride = target.stride,
            .in = (const uint8_t *)image->pixels + ((ptrdiff_t)(min_y - top) * image->stride + (min_x - left)) * unit,
            .in_stride = image->stride * unit,
            .width = max_x - min_x,
            .height = max_y - min_y,
        };
        // Up to the row's padding, where the row goes on as far: to do nothing there costs less than to end early.
        int32_t padded = left + image->stride;
        if (max_x == left + image->width && padded <= clip.max_x) p.width = padded - min_x;
        switch (image->kind) {
            case CPIXELS_GRAY: draw_gray(p, color); break;
            case CPIXELS_COMPONENTS: draw_wide(p, color, 0); break;
            default: draw_wide(p, color, 1); break;
        }
    }
}

static INLINE void paint(cpixels_target target, cpixels_rect clip, cpixels_work work) {
    for (size_t i = 0; i < work.count; i++) {
        const cpixels_step *step = work.steps + i;
        cpixels_rect rect = step->rect;
        if (rect.min_y >= clip.max_y || rect.max_y <= clip.min_y) continue;
        const uint32_t *colors = work.colors + step->first;
        if (clip.min_x > rect.min_x) {
            colors += clip.min_x - rect.min_x;
            rect.min_x = clip.min_x;
        }
        if (clip.max_x < rect.max_x) rect.max_x = clip.max_x;
        if (clip.min_y > rect.min_y) rect.min_y = clip.min_y;
        if (clip.max_y < rect.max_y) rect.max_y = clip.max_y;
        switch (step->kind) {
            case CPIXELS_FILL: fill(target, rect, step->color); break;
            case CPIXELS_FILL_COLUMNS: fill_columns(target, rect, colors); break;
            default: draw(target, rect, work.images, work.glyphs + step->first, step->count, step->color); break;
        }
    }
}

void cpixels_paint_anywhere(cpixels_target target, cpixels_rect clip, cpixels_work work) { paint(target, clip, work); }

#ifdef __x86_64__
// Four pixels are sixteen numbers of 16 bits: one register of these processors.
__attribute__((target("avx2"))) static void paint_avx2(cpixels_target target, cpixels_rect clip, cpixels_work work) {
    paint(target, clip, work);
}
#endif

void cpixels_paint(cpixels_target target, cpixels_rect clip, cpixels_work work) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        paint_avx2(target, clip, work);
        return;
    }
#endif
    paint(target, clip, work);
}
