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
} cpixels_target;

/// Device pixels, half open.
typedef struct {
    int32_t min_x, min_y, max_x, max_y;
} cpixels_rect;

/// How the pixels of a glyph say what it looks like.
typedef enum {
    /// A byte a pixel: how much of the colour it has.
    CPIXELS_GRAY,
    /// 32 bits a pixel: how much of red, green and blue.
    CPIXELS_COMPONENTS,
    /// 32 bits a pixel: a colour of its own, premultiplied.
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

/// Fills what is not empty with 0xAARRGGBB, not premultiplied.
void cpixels_fill(cpixels_target target, cpixels_rect rect, uint32_t color);

/// Upright lines, a pixel wide each, between two rows.
typedef struct {
    const int32_t *x;
    size_t count;
    int32_t min_y, max_y;
} cpixels_lines;

/// Fills lines with 0xRRGGBB, row by row: each row's memory is met once, however many lines there are.
void cpixels_fill_lines(cpixels_target target, cpixels_lines lines, uint32_t color);

/// Fills what is not empty with a colour for each column, 0xAARRGGBB and not premultiplied.
void cpixels_fill_columns(cpixels_target target, cpixels_rect rect, const uint32_t *colors);

/// The smallest rectangle around what glyphs draw; inverted where they draw nothing.
cpixels_rect cpixels_bounds(const cpixels_image *images, const cpixels_glyph *glyphs, size_t count);

/// Draws glyphs in 0xAARRGGBB, no pixel of them outside `clip`, which is inside the target.
void cpixels_draw(
    cpixels_target target, cpixels_rect clip, const cpixels_image *images, const cpixels_glyph *glyphs, size_t count,
    uint32_t color);

/// The same bytes as `cpixels_draw` with nothing but what every processor has, for tests.
void cpixels_draw_anywhere(
    cpixels_target target, cpixels_rect clip, const cpixels_image *images, const cpixels_glyph *glyphs, size_t count,
    uint32_t color);
