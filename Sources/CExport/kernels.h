// The kernels, for whichever instruction set: NAME gives the functions their names, NAME(copy_delimited) and
// NAME(copy_json) copy 32 bytes and give those that are special, the first in the lowest bit.

static cexport_progress NAME(delimited)(
    cexport_values values, size_t column, size_t columns, uint8_t delimiter, cexport_output output
) {
    uint8_t *out = output.bytes;
    uint8_t *const limit = out + output.room;
    size_t i = 0;
    for (; i < values.piece_count; i++) {
        const cexport_piece piece = values.pieces[i];
        const size_t start = (uint32_t)piece, length = length_of(piece), ends = ends_record(piece);
        if (!ends_value(piece) || start + length + STEP > values.byte_count) break;
        if ((size_t)(limit - out) < length + STEP + 2) break;
        if (ends && column + 1 != columns) break;
        // A blank line would be no record to some readers.
        if (length == 0 && columns == 1) break;
        const uint8_t *const from = values.bytes + start;
        *out = delimiter;
        uint8_t *const to = out + (column != 0);
        uint32_t found = NAME(copy_delimited)(to, from, delimiter);
        if (length < STEP) {
            found &= lowest(length);
        } else {
            size_t k = STEP;
            for (; found == 0 && k + STEP <= length; k += STEP)
                found = NAME(copy_delimited)(to + k, from + k, delimiter);
            if (found == 0 && k < length) found = NAME(copy_delimited)(to + k, from + k, delimiter) & lowest(length - k);
        }
        if (__builtin_expect(found == 0, true)) {
            out = to + length;
        } else {
            if ((size_t)(limit - out) < 2 * length + 4) break;
            out = copy_quoted(to, from, length);
        }
        *out = '\n';
        out += ends;
        column = ends ? 0 : column + 1;
    }
    return (cexport_progress){i, (size_t)(out - output.bytes), column};
}


static cexport_progress NAME(json)(
    cexport_values values, size_t column, const cexport_members *members, cexport_output output
) {
    const size_t columns = members->columns;
    const bool is_utf8 = members->is_utf8;
    uint8_t *out = output.bytes;
    uint8_t *const limit = out + output.room;
    size_t i = 0;
    for (; i < values.piece_count; i++) {
        const cexport_piece piece = values.pieces[i];
        const size_t start = (uint32_t)piece, length = length_of(piece), ends = ends_record(piece);
        if (!ends_value(piece) || start + length + STEP > values.byte_count) break;
        if (column >= columns || (ends && column + 1 != columns)) break;
        const size_t name = members->ends[column], name_length = members->ends[column + 1] - name;
        const size_t around = name_length + members->close_count + 1;
        if ((size_t)(limit - out) < around + length + 2 * STEP) break;
        const uint8_t *const from = values.bytes + start;
        if (is_utf8 && (is_inside_character(from[0]) || is_inside_character(from[length]))) break;
        size_t k = 0;
        do {
            memcpy(out + k, members->names + name + k, 16);
            k += 16;
        } while (k < name_length);
        uint8_t *const to = out + name_length;
        uint32_t found = NAME(copy_json)(to, from, is_utf8);
        if (length < STEP) {
            found &= lowest(length);
        } else {
            size_t k = STEP;
            for (; found == 0 && k + STEP <= length; k += STEP) found = NAME(copy_json)(to + k, from + k, is_utf8);
            if (found == 0 && k < length) found = NAME(copy_json)(to + k, from + k, is_utf8) & lowest(length - k);
        }
        if (__builtin_expect(found == 0, true)) {
            out = to + length;
        } else {
            if (!is_utf8 && !is_ascii(from, length)) break;
            if ((size_t)(limit - out) < around + 6 * length) break;
            out = copy_escaped(to, from, length);
        }
        *out++ = '"';
        column++;
        if (ends) {
            memcpy(out, members->close, members->close_count);
            out += members->close_count;
            column = 0;
        }
    }
    return (cexport_progress){i, (size_t)(out - output.bytes), column};
}
