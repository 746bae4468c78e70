// The kernels, for whichever instruction set: NAME gives the functions their names. NAME(copy_delimited), NAME(copy_json) and
// NAME(copy_run) copy 32 bytes and give those that are special, the first in the lowest bit.

/// Returns true where `length` bytes need quotes. After them, all bytes of the last step must be readable.
static inline bool NAME(needs_quotes)(const uint8_t *from, size_t length, uint8_t delimiter) {
    uint8_t copy[STEP];
    for (size_t k = 0; k < length; k += STEP) {
        const uint32_t found = NAME(copy_delimited)(copy, from + k, delimiter);
        if (found != 0) return k + (size_t)__builtin_ctz(found) < length;
    }
    return false;
}

/// Copies a piece of a value in quotes.
static uint8_t *NAME(copy_in_quotes)(uint8_t *to, const uint8_t *from, size_t length) {
    size_t k = 0;
    while (k < length) {
        // The quote in the delimiter's place, twice: others are no matter.
        const uint32_t found = NAME(copy_run)(to, from + k, (translation){'"', '"', '"', '"'});
        size_t count = found != 0 ? (size_t)__builtin_ctz(found) + 1 : STEP;
        if (count > length - k) return to + (length - k);
        to += count;
        k += count;
        if (found != 0) *to++ = '"';
    }
    return to;
}

/// Returns the number of the last piece of the value that begins with the piece at `i`, or the count of pieces where it does
/// not end among them. Adds up their lengths.
static inline size_t NAME(last_piece)(cexport_values values, size_t i, size_t *length) {
    size_t k = i;
    *length = 0;
    for (; k < values.piece_count; k++) {
        const cexport_piece piece = values.pieces[k];
        const size_t start = (uint32_t)piece;
        if (is_elsewhere(piece) || start + length_of(piece) + STEP > values.byte_count) return values.piece_count;
        *length += length_of(piece);
        if (ends_value(piece)) return k;
        // No more than an end of a record.
        if (ends_record(piece)) return values.piece_count;
    }
    return k;
}

/// Writes the value of the pieces `i` to `last`.
static uint8_t *NAME(write_value)(cexport_values values, size_t i, size_t last, uint8_t delimiter, uint8_t *to) {
    bool needs_quotes = false;
    for (size_t k = i; k <= last && !needs_quotes; k++) {
        const cexport_piece piece = values.pieces[k];
        needs_quotes = NAME(needs_quotes)(values.bytes + (uint32_t)piece, length_of(piece), delimiter);
    }
    if (needs_quotes) *to++ = '"';
    for (size_t k = i; k <= last; k++) {
        const size_t length = length_of(values.pieces[k]);
        const uint8_t *const from = values.bytes + (uint32_t)values.pieces[k];
        if (needs_quotes) {
            to = NAME(copy_in_quotes)(to, from, length);
        } else {
            memcpy(to, from, length);
            to += length;
        }
    }
    if (needs_quotes) *to++ = '"';
    return to;
}

/// Returns the end, with its closing quote, of a quoted value in a row that begins with the piece `*k` after the quote at
/// `quote` and needs quotes in the output too; 0 where there is none. Sets `*k` to its last piece then.
static inline size_t NAME(quoted_end)(cexport_values values, size_t *k, size_t quote, size_t limit) {
    size_t i = *k, next = quote + 1;
    // Doubled quotes: each piece but the last ends with one, and the next begins behind the other.
    while (i < values.piece_count && !ends_value(values.pieces[i])) {
        const size_t behind = next + length_of(values.pieces[i]);
        if ((uint32_t)values.pieces[i] != next || behind > limit || is_elsewhere(values.pieces[i])) return 0;
        if (behind == next || values.bytes[behind - 1] != '"' || values.bytes[behind] != '"') return 0;
        next = behind + 1;
        i++;
    }
    if (i == values.piece_count || (uint32_t)values.pieces[i] != next) return 0;
    const size_t length = length_of(values.pieces[i]), behind = next + length;
    if (behind + 1 > limit || values.bytes[behind] != '"') return 0;
    // Doubled quotes are what it has quotes for.
    if (i == *k && !NAME(needs_quotes)(values.bytes + next, length, values.delimiter)) return 0;
    *k = i;
    return behind + 1;
}

/// Pieces from where it is `at` on that are values in a row, whole records but for the first and the last, and together no
/// longer than `longest` bytes.
static inline size_t NAME(run_length)(
    cexport_values values, const cexport_progress *at, size_t columns, cexport_run *run) {
    const size_t first = at->pieces;
    size_t next = (uint32_t)values.pieces[first];
    const size_t limit =
        next + run->longest + STEP <= values.byte_count ? next + run->longest : values.byte_count - STEP;
    size_t k = first, column = at->column, records = 0;
    if (values.quote != 0 && next > 0 && values.bytes[next - 1] == values.quote) {
        if (!run->takes_quoted) return 0;
        next--;
    }
    run->start = next;
    for (; k < values.piece_count; k++) {
        const cexport_piece piece = values.pieces[k];
        const size_t start = (uint32_t)piece;
        size_t last = k, behind = next + length_of(piece);
        // From the second on a value that is no further away is not quoted.
        if (start != next || !ends_value(piece)) {
            if (!run->takes_quoted || start != next + 1 || values.bytes[next] != '"') break;
            behind = NAME(quoted_end)(values, &last, next, limit);
            if (behind == 0) break;
        }
        if (behind > limit) break;
        const bool ends = ends_record(values.pieces[last]);
        if (ends != (column + 1 == columns)) break;
        column = ends ? 0 : column + 1;
        records += ends;
        k = last;
        next = behind + 1;
        if (ends && values.bytes[behind] != '\n') {
            k++;
            break;
        }
    }
    run->end = next - 1;
    run->records = records;
    run->column = column;
    return k - first;
}

/// Writes any value; false where that is up to the caller.
__attribute__((noinline)) static bool NAME(delimited_value)(
    cexport_values values, cexport_progress *at, size_t columns, uint8_t delimiter, cexport_output output
) {
    size_t length = 0;
    const size_t last = NAME(last_piece)(values, at->pieces, &length), room = output.room - at->bytes;
    if (last == values.piece_count || room < 2 * length + 3 * STEP) return false;
    const bool ends = ends_record(values.pieces[last]);
    // A blank line would be no record to some readers.
    if ((ends && at->column + 1 != columns) || (length == 0 && columns == 1)) return false;
    uint8_t *out = output.bytes + at->bytes;
    *out = delimiter;
    out = NAME(write_value)(values, at->pieces, last, delimiter, out + (at->column != 0));
    *out = '\n';
    at->bytes = (size_t)(out + ends - output.bytes);
    at->records += ends;
    at->column = ends ? 0 : at->column + 1;
    at->pieces = last + 1;
    return true;
}

static cexport_progress NAME(delimited)(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output
) {
    uint8_t *out = output.bytes;
    uint8_t *const limit = out + output.room;
    cexport_progress at = {0, 0, 0, column};
    // No value lies within fewer bytes than are copied at a time.
    if (values.byte_count < STEP) return at;
    const bool is_same = delimiter == values.delimiter;
    const translation change = {values.delimiter, delimiter, is_same ? '"' : delimiter, '"'};
    // What the source quotes by these the output does too, where it must; and no other value of a run holds them.
    const bool is_copied = is_same && values.quote == '"';
    // Up to here no run is looked for. An only column needs quotes where it is empty.
    const uint8_t *const last_byte = values.bytes + values.byte_count - STEP;
    size_t single_end = values.is_delimited && columns > 1 ? 0 : values.piece_count;
    size_t i = 0;
    while (i < values.piece_count) {
        const size_t room = (size_t)(limit - out);
        if (room < 4 * STEP) break;
        if (i >= single_end) {
            cexport_run run = {.longest = room - 2 * STEP, .takes_quoted = is_copied};
            size_t count = 0;
            at.pieces = i;
            if (!is_elsewhere(values.pieces[i]) && (uint32_t)values.pieces[i] + STEP <= values.byte_count)
                count = NAME(run_length)(values, &at, columns, &run);
            if (count > 0) {
                const uint8_t *const from = values.bytes + run.start;
                const size_t length = run.end - run.start;
                *out = delimiter;
                uint8_t *const to = out + (at.column != 0);
                uint32_t found = 0;
                if (is_copied && length > 8 * STEP) {
                    memcpy(to, from, length);
                } else if (is_copied) {
                    for (size_t k = 0; k < length; k += STEP) memcpy(to + k, from + k, STEP);
                } else {
                    for (size_t k = 0; k < length && found == 0; k += STEP) {
                        found = NAME(copy_run)(to + k, from + k, change);
                        if (length - k < STEP) found &= lowest(length - k);
                    }
                }
                if (found == 0) {
                    out = to + length;
                    i += count;
                    at.records += run.records;
                    at.column = run.column;
                    *out = '\n';
                    out += at.column == 0;
                    continue;
                }
            }
            // One of them goes the longer way, and which one is not known.
            single_end = i + (count > 0 ? count : 1);
        }
        const cexport_piece piece = values.pieces[i];
        const size_t length = length_of(piece), ends = ends_record(piece);
        const uint8_t *const from = values.bytes + (uint32_t)piece;
        // All that may be wrong, of which nothing is with most.
        const bool is_odd = !ends_value(piece) | (from + length > last_byte) | (length >= STEP) |
                            (ends != (at.column + 1 == columns)) | ((length == 0) & (columns == 1));
        if (__builtin_expect(!is_odd, true)) {
            *out = delimiter;
            uint8_t *const to = out + (at.column != 0);
            if (__builtin_expect((NAME(copy_delimited)(to, from, delimiter) & lowest(length)) == 0, true)) {
                out = to + length;
                *out = '\n';
                out += ends;
                at.records += ends;
                at.column = ends ? 0 : at.column + 1;
                i++;
                continue;
            }
        }
        at.pieces = i;
        at.bytes = (size_t)(out - output.bytes);
        if (!NAME(delimited_value)(values, &at, columns, delimiter, output)) break;
        i = at.pieces;
        out = output.bytes + at.bytes;
    }
    at.pieces = i;
    at.bytes = (size_t)(out - output.bytes);
    return at;
}

/// Copies a piece of a value into a string, escaped.
static uint8_t *NAME(copy_in_string)(uint8_t *to, const uint8_t *from, size_t length, bool is_utf8) {
    size_t k = 0;
    while (k < length) {
        const uint32_t found = NAME(copy_json)(to, from + k, is_utf8);
        const size_t count = found != 0 ? (size_t)__builtin_ctz(found) : STEP;
        if (count >= length - k) return to + (length - k);
        to += count;
        k += count;
        if (found != 0) to = escape(to, from[k++]);
    }
    return to;
}

/// Writes any member; false where that is up to the caller.
__attribute__((noinline)) static bool NAME(json_member)(
    cexport_values values, cexport_progress *at, const cexport_members *members, cexport_output output
) {
    size_t length = 0;
    const size_t last = NAME(last_piece)(values, at->pieces, &length), room = output.room - at->bytes;
    if (last == values.piece_count || at->column >= members->columns) return false;
    const bool ends = ends_record(values.pieces[last]);
    if (ends && at->column + 1 != members->columns) return false;
    const size_t name = members->ends[at->column], name_length = members->ends[at->column + 1] - name;
    if (room < name_length + members->close_count + 6 * length + 3 * STEP) return false;
    uint8_t *out = output.bytes + at->bytes;
    memcpy(out, members->names + name, name_length);
    out += name_length;
    for (size_t k = at->pieces; k <= last; k++) {
        const size_t start = (uint32_t)values.pieces[k], count = length_of(values.pieces[k]);
        const uint8_t *const from = values.bytes + start;
        // Values of several pieces also stand before and behind what is known.
        const bool is_utf8 = start >= members->utf8_start && start + count <= members->utf8_end;
        const bool is_text = is_utf8 ? !is_inside_character(from[0]) && !is_inside_character(from[count])
                                     : is_ascii(from, count);
        if (!is_text) return false;
        out = NAME(copy_in_string)(out, from, count, is_utf8);
    }
    *out++ = '"';
    if (ends) {
        memcpy(out, members->close, members->close_count);
        out += members->close_count;
    }
    at->bytes = (size_t)(out - output.bytes);
    at->records += ends;
    at->column = ends ? 0 : at->column + 1;
    at->pieces = last + 1;
    return true;
}

static inline __attribute__((always_inline)) cexport_progress NAME(json_members)(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output, const bool is_utf8
) {
    const size_t columns = members->columns;
    cexport_progress at = {0, 0, 0, column};
    const size_t around = members->longest_name + members->close_count + 2 * STEP;
    if (values.byte_count < STEP || output.room < around + STEP) return at;
    const uint8_t *const last_byte = values.bytes + values.byte_count - STEP;
    uint8_t *out = output.bytes;
    uint8_t *const limit = out + output.room - around - STEP;
    size_t i = 0;
    while (i < values.piece_count) {
        const cexport_piece piece = values.pieces[i];
        const size_t length = length_of(piece), ends = ends_record(piece);
        const uint8_t *const from = values.bytes + (uint32_t)piece;
        // All that may be wrong, of which nothing is with most.
        const bool is_odd = !ends_value(piece) | (from + length > last_byte) | (length >= STEP) |
                            (ends != (at.column + 1 == columns)) | (at.column >= columns) | (out > limit);
        if (__builtin_expect(!is_odd, true)) {
            const size_t name = members->ends[at.column], name_length = members->ends[at.column + 1] - name;
            memcpy(out, members->names + name, 16);
            for (size_t k = 16; k < name_length; k += 16) memcpy(out + k, members->names + name + k, 16);
            uint8_t *const to = out + name_length;
            const uint32_t found = NAME(copy_json)(to, from, is_utf8) & lowest(length);
            const bool is_cut = is_utf8 && (is_inside_character(from[0]) || is_inside_character(from[length]));
            if (__builtin_expect(found == 0 && !is_cut, true)) {
                to[length] = '"';
                out = to + length + 1;
                i++;
                at.column++;
                if (ends) {
                    memcpy(out, members->close, 2);
                    out += members->close_count;
                    at.records++;
                    at.column = 0;
                }
                continue;
            }
        }
        at.pieces = i;
        at.bytes = (size_t)(out - output.bytes);
        if (!NAME(json_member)(values, &at, members, output)) break;
        i = at.pieces;
        out = output.bytes + at.bytes;
    }
    at.pieces = i;
    at.bytes = (size_t)(out - output.bytes);
    return at;
}

static cexport_progress NAME(json)(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output
) {
    // The test for what is not ASCII is left out where it may be.
    return members->utf8_start < members->utf8_end ? NAME(json_members)(values, column, members, output, true)
                            : NAME(json_members)(values, column, members, output, false);
}
