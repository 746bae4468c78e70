#pragma once
#include <stddef.h>
#include <stdint.h>

// Drawing straight into pixels of 32 bits, 0xFFRRGGBB each: fills, and pictures of glyphs.
//
// All of it rounds alike wherever it is called from and however a rectangle is cut into pieces, so that a picture that is
// mended has the bytes of one that is drawn anew: out = (c·a + p·(255 − a)) / 255, rounded to the nearest.

/// Pixels in memory; a row begins `stride` pixels after the one before it.
typedef struct {
    uint32_t *pixels;
    ptrdiff_t stride;
    /// The place in the picture that the first of them has.
    int32_t x, y;
} cpixels_target;

/// Device pixels, half open.
typedef struct {
    int32_t min_x, min_y, max_x, max_y;
} cpixels_rect;

/// The pixel format of a glyph's picture.
typedef enum {
    /// A byte per pixel: the share of the color.
    CPIXELS_GRAY,
    /// 32 bits per pixel: the shares of red, green and blue.
    CPIXELS_COMPONENTS,
    /// 32 bits per pixel: a color of its own, premultiplied.
    CPIXELS_COLORED,
} cpixels_kind;

/// The picture of a glyph. A row has `stride` pixels, a multiple of four, empty ones at its end.
typedef struct {
    const void *pixels;
    /// From the glyph's origin to the first pixel.
    int16_t left, top;
    uint16_t width, height, stride;
    uint8_t kind;
} cpixels_image;

/// A glyph in a line of text.
typedef struct {
    uint32_t image;
    /// Device pixels, of its origin.
    int32_t x, y;
} cpixels_glyph;

/// The kind of a step.
typedef enum {
    /// A color, 0xAARRGGBB and not premultiplied.
    CPIXELS_FILL,
    /// A color for each column, likewise: those from `first` on.
    CPIXELS_FILL_COLUMNS,
    /// The glyphs from `first` on, in a color.
    CPIXELS_DRAW,
} cpixels_step_kind;

/// One thing that is drawn, nothing of it outside `rect`.
typedef struct {
    cpixels_rect rect;
    uint32_t color;
    uint32_t first, count;
    uint32_t kind;
} cpixels_step;

/// The steps to draw, one over the other, and the data that they use.
typedef struct {
    const cpixels_step *steps;
    size_t count;
    const cpixels_image *images;
    const cpixels_glyph *glyphs;
    const uint32_t *colors;
} cpixels_work;

/// The smallest rectangle around what glyphs draw; inverted where they draw nothing.
cpixels_rect cpixels_bounds(const cpixels_image *images, const cpixels_glyph *glyphs, size_t count);

/// Draws all steps where they are in `clip`, which is inside the target.
void cpixels_paint(cpixels_target target, cpixels_rect clip, cpixels_work work);

/// The same bytes as `cpixels_paint` with nothing but what every processor has, for tests.
void cpixels_paint_anywhere(cpixels_target target, cpixels_rect clip, cpixels_work work);

/// Memory that stays in a processor's own cache while a few rows are drawn in it.
typedef struct {
    uint32_t *pixels;
    size_t count;
} cpixels_desk;

/// The same bytes as `cpixels_paint` in a large `page`, the first step being an opaque fill of all of it.
///
/// A few rows after the other are drawn on the desk, which is at least as wide as the page, and then written to the target
/// past the caches: its memory is not read before, and met once however much is drawn over it.
void cpixels_paint_page(cpixels_target target, cpixels_rect page, cpixels_work work, cpixels_desk desk);

/// Copies pixels, which may lie over those that they go to.
void cpixels_move(uint32_t *out, const uint32_t *in, size_t count);
