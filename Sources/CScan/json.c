// Rows of JSON texts found byte by byte: the scalar twin of the kernels, and texts that no kernel knows.

#include "levels.h"

static bool is_blank(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

static bool is_separator(uint8_t byte) { return is_blank(byte) || byte == ',' || byte == 0x1E; }

static bool opens(uint8_t byte) { return byte == '[' || byte == '{'; }

static bool closes(uint8_t byte) { return byte == ']' || byte == '}'; }

/// The end of a row, seen from a byte.
typedef enum { goes_on, ends_before, ends_behind } row_end;

/// Goes past a line's byte.
static row_end step_line(cscan_row_scan *scan, uint8_t byte) {
    if (byte != '\n') {
        scan->has_content |= !is_blank(byte);
        return goes_on;
    }
    return scan->has_content ? ends_behind : goes_on;
}

/// Goes past a byte of an element or a member outside of strings that begins no string.
static row_end step_element(cscan_row_scan *scan, uint8_t byte) {
    if (scan->depth == 0) {
        if (byte == ',') return ends_behind;
        if (byte == (scan->form == cscan_rows_elements ? ']' : '}')) {
            scan->is_ended = true;
            return scan->has_content ? ends_behind : goes_on;
        }
    }
    scan->openings += scan->depth == 0 && opens(byte);
    scan->depth += opens(byte);
    scan->depth -= scan->depth > 0 && closes(byte);
    scan->has_content |= !is_blank(byte);
    return goes_on;
}

/// Goes past a byte of a value, likewise.
static row_end step_value(cscan_row_scan *scan, uint8_t byte) {
    if (scan->depth == 0) {
        if (is_separator(byte)) return scan->has_content ? ends_behind : goes_on;
        if (opens(byte) && scan->has_content) return ends_before;
        scan->has_content = true;
        scan->depth = opens(byte);
        return goes_on;
    }
    scan->depth += opens(byte);
    scan->depth -= closes(byte);
    return scan->depth == 0 ? ends_behind : goes_on;
}

/// Goes past a byte that is in no comment and escaped by none.
static row_end step(cscan_row_scan *scan, uint8_t byte, bool is_quote) {
    if (scan->form == cscan_rows_lines && byte == '\n') return step_line(scan, byte);
    if (scan->quote) {
        scan->has_feed |= byte == '\n' && (scan->form == cscan_rows_elements || scan->form == cscan_rows_members);
        if (!is_quote || byte != scan->quote) return goes_on;
        scan->quote = 0;
        return scan->form == cscan_rows_values && scan->depth == 0 ? ends_behind : goes_on;
    }
    if (is_quote) {
        if (scan->form == cscan_rows_values && scan->depth == 0 && scan->has_content) return ends_before;
        scan->quote = byte;
        scan->has_content = true;
        return goes_on;
    }
    return scan->form == cscan_rows_lines    ? step_line(scan, byte)
           : scan->form == cscan_rows_values ? step_value(scan, byte)
                                             : step_element(scan, byte);
}

static void begin_row(cscan_row_scan *scan) {
    scan->rows++;
    scan->depth = 0;
    scan->quote = 0;
    scan->has_content = scan->is_escaped = false;
    scan->comment = cscan_comment_none;
}

size_t cscan_rows_scalar(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    // A line needs no strings.
    const bool has_strings = scan->form != cscan_rows_lines;
    size_t i = 0;
    while (i < count && !scan->is_ended && scan->rows < scan->limit) {
        const uint8_t byte = bytes[i];
        const bool was_escaped = scan->is_escaped;
        scan->is_escaped = has_strings && byte == '\\' && !was_escaped;
        const row_end end = step(scan, byte, has_strings && byte == '"' && !was_escaped);
        i += end != ends_before;
        if (end != goes_on) begin_row(scan);
    }
    return i;
}

/// Goes past a byte that is behind `count` others of a stretch.
static void step_guess(cscan_row_guess *guess, uint8_t byte, bool is_quote, size_t count) {
    if (is_quote) guess->is_in_string = !guess->is_in_string;
    guess->has_feed |= guess->is_in_string && byte == '\n';
    if (guess->is_in_string) return;
    guess->openings += opens(byte) && guess->depth == guess->lowest;
    guess->depth += opens(byte);
    guess->depth -= closes(byte);
    if (guess->depth < guess->lowest) {
        guess->lowest = guess->depth;
        guess->commas = guess->first = guess->openings = 0;
    }
    if (byte != ',' || guess->depth > guess->lowest) return;
    if (guess->commas++ == 0) guess->first = count + 1;
}

void cscan_span_scalar(const uint8_t *bytes, size_t count, cscan_row_span *span) {
    if (span->count == 0) span->inside.is_in_string = true;
    for (size_t i = 0; i < count; i++) {
        const bool is_quote = bytes[i] == '"' && !span->is_escaped;
        span->is_escaped = bytes[i] == '\\' && !span->is_escaped;
        step_guess(&span->outside, bytes[i], is_quote, span->count);
        step_guess(&span->inside, bytes[i], is_quote, span->count);
        if (!is_blank(bytes[i])) {
            span->last = bytes[i];
            span->has_last = true;
        }
        span->count++;
    }
}

/// Goes past a byte of what is, or may be, a comment.
///
/// - Returns: Whether it is none: then the slash before the byte is text, and the byte is still to be gone past.
static bool step_comment(cscan_row_scan *scan, uint8_t byte) {
    switch (scan->comment) {
    case cscan_comment_none: return true;
    case cscan_comment_slash:
        if (byte == '/') scan->comment = cscan_comment_line;
        else if (byte == '*') scan->comment = cscan_comment_block;
        else scan->comment = cscan_comment_none;
        return scan->comment == cscan_comment_none;
    case cscan_comment_line:
        if (byte == '\n' || byte == '\r') scan->comment = cscan_comment_none;
        return scan->comment == cscan_comment_none;
    case cscan_comment_block:
        if (byte == '*') scan->comment = cscan_comment_star;
        return false;
    case cscan_comment_star:
        if (byte == '/') scan->comment = cscan_comment_none;
        else if (byte != '*') scan->comment = cscan_comment_block;
        return false;
    }
}

/// Goes past a byte of a relaxed text.
static row_end step_relaxed(cscan_row_scan *scan, uint8_t byte) {
    if (scan->form == cscan_rows_lines && byte == '\n') {
        // A slash alone is a line.
        scan->has_content |= scan->comment == cscan_comment_slash;
        scan->comment = cscan_comment_none;
        scan->quote = 0;
        scan->is_escaped = false;
        return step_line(scan, byte);
    }
    const bool was_slash = scan->comment == cscan_comment_slash;
    if (!step_comment(scan, byte)) return goes_on;
    scan->has_content |= was_slash;
    if (scan->quote) {
        const bool was_escaped = scan->is_escaped;
        scan->is_escaped = byte == '\\' && !was_escaped;
        return step(scan, byte, byte == scan->quote && !was_escaped);
    }
    if (byte == '/') {
        scan->comment = cscan_comment_slash;
        return goes_on;
    }
    return step(scan, byte, byte == '"' || byte == '\'');
}

size_t cscan_rows_relaxed(const uint8_t *bytes, size_t count, cscan_row_scan *scan) {
    size_t i = 0;
    while (i < count && !scan->is_ended && scan->rows < scan->limit) {
        const row_end end = step_relaxed(scan, bytes[i]);
        i += end != ends_before;
        if (end != goes_on) begin_row(scan);
    }
    return i;
}

size_t cscan_tokens_scalar(cscan_text text, cscan_token_scan *scan, uint32_t *tokens, size_t room) {
    size_t found = 0;
    while (scan->place < text.count && room - found >= CSCAN_TOKEN_ROOM) {
        const size_t end = text.count - scan->place < 64 ? text.count : scan->place + 64;
        for (; scan->place < end; scan->place++) {
            const uint8_t byte = text.bytes[scan->place];
            const bool was_word = scan->is_in_word, was_escaped = scan->is_escaped, is_quote = byte == '"' && !was_escaped;
            scan->is_in_word = false;
            scan->is_escaped = byte == '\\' && !was_escaped;
            if (is_quote) scan->is_in_string = !scan->is_in_string;
            bool is_token = is_quote;
            if (scan->is_in_string) {
                is_token = is_token || scan->is_escaped;
                if (byte < ' ') scan->is_odd = true;
            } else if (opens(byte) || closes(byte) || byte == ',' || byte == ':') {
                is_token = true;
            } else if (!is_quote && !is_blank(byte)) {
                scan->is_in_word = true;
                is_token = !was_word;
            }
            if (is_token) tokens[found++] = (uint32_t)scan->place;
        }
    }
    return found;
}
