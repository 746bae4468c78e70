import CAtspi

/// The table that was found last.
@MainActor private var table: Accessible?

/// What is told of an event: what it is, of what, and what it is about.
func tell(_ event: AtspiEvent) {
    let type = event.type.map { String(cString: $0) } ?? ""
    var about = ""
    var value = event.any_data
    if type.hasPrefix("object:active-descendant-changed"), let object = g_value_get_object(&value) {
        about = name(object.assumingMemoryBound(to: AtspiAccessible.self))
    } else if type.hasPrefix("object:announcement") {
        about = g_value_get_string(&value).map { String(cString: $0) } ?? ""
    } else if type.hasPrefix("object:row") {
        about = "\(event.detail1) \(event.detail2)"
    } else {
        about = name(event.source)
    }
    say("! \(type.split(separator: ":").dropFirst().joined(separator: ":")) \(about)")
}

@MainActor
func answer(_ words: [String]) -> [String] {
    let numbers = words.dropFirst().compactMap { Int32($0) }
    if words.first == "tree" { return tree() }
    if words.first == "count" {
        let programs = children(atspi_get_desktop(0))
        for program in programs { atspi_accessible_set_cache_mask(program, ATSPI_CACHE_NONE) }
        return ["\(programs.reduce(0) { $0 + count($1) })"]
    }
    if words.first == "find" {
        table = findTable(named: words.count > 1 ? words[1...].joined(separator: " ") : nil)
        return table.map(about) ?? ["there is no table"]
    }
    guard let table, let grid = atspi_accessible_get_table_iface(table),
        let chosen = atspi_accessible_get_selection_iface(table)
    else { return ["there is no table"] }
    switch (words.first, numbers.count) {
    case ("table", 0): return about(table)
    case ("cell", 2): return about(cell: atspi_table_get_accessible_at(grid, numbers[0], numbers[1], nil))
    case ("child", 1): return about(cell: atspi_accessible_get_child_at_index(table, numbers[0], nil))
    case ("column", 1): return about(cell: atspi_table_get_column_header(grid, numbers[0], nil))
    case ("row", 1): return about(cell: atspi_table_get_row_header(grid, numbers[0], nil))
    case ("at", 2):
        let component = atspi_accessible_get_component_iface(table)
        return about(
            cell: atspi_component_get_accessible_at_point(
                component, numbers[0], numbers[1], ATSPI_COORD_TYPE_SCREEN, nil))
    case ("text", 3):
        let cell = atspi_table_get_accessible_at(grid, numbers[0], numbers[1], nil)
        return cell.flatMap { atspi_accessible_get_text_iface($0) }.map { parts(of: $0, at: numbers[2]) }
            ?? ["there is no text"]
    case ("go", 2):
        let cell = atspi_table_get_accessible_at(grid, numbers[0], numbers[1], nil)
        let component = cell.flatMap { atspi_accessible_get_component_iface($0) }
        return ["\(atspi_component_grab_focus(component, nil))"]
    case ("select-row", 1): return ["\(atspi_table_add_row_selection(grid, numbers[0], nil))"]
    case ("deselect-row", 1): return ["\(atspi_table_remove_row_selection(grid, numbers[0], nil))"]
    case ("select-child", 1): return ["\(atspi_selection_select_child(chosen, numbers[0], nil))"]
    case ("clear", 0): return ["\(atspi_selection_clear_selection(chosen, nil))"]
    case ("selected", 0):
        let count = atspi_selection_get_n_selected_children(chosen, nil)
        let first = (0..<min(count, 4)).map { name(atspi_selection_get_selected_child(chosen, $0, nil)) }
        let rows = atspi_table_get_selected_rows(grid, nil)
        let tracks = (0..<(rows?.pointee.len ?? 0)).map { index in
            rows?.pointee.data.withMemoryRebound(to: Int32.self, capacity: Int(index) + 1) { "\($0[Int(index)])" } ?? ""
        }
        return ["\(count): \(first.joined(separator: ", ")); rows \(tracks.joined(separator: ", "))"]
    default: return ["what is \(words.joined(separator: " "))?"]
    }
}

private func about(_ table: Accessible) -> [String] {
    let grid = atspi_accessible_get_table_iface(table)
    return [
        name(table), text(atspi_accessible_get_description(table, nil)),
        "\(atspi_table_get_n_rows(grid, nil)) \(atspi_table_get_n_columns(grid, nil))", states(table),
        attributes(table),
    ]
}

/// Its role and name; description; place and span; states; attributes; headers; where it is on the screen; its number.
private func about(cell: Accessible?) -> [String] {
    guard let cell else { return ["there is no cell"] }
    var lines = ["\(role(cell)): \(name(cell))", text(atspi_accessible_get_description(cell, nil))]
    if let place = atspi_accessible_get_table_cell(cell) {
        var (row, column, rows, columns) = (Int32(-9), Int32(-9), Int32(-9), Int32(-9))
        atspi_table_cell_get_row_column_span(place, &row, &column, &rows, &columns, nil)
        lines.append("\(row) \(column) \(rows) \(columns)")
        lines += [states(cell), attributes(cell)]
        let headers = [
            atspi_table_cell_get_column_header_cells(place, nil), atspi_table_cell_get_row_header_cells(place, nil),
        ]
        lines.append(headers.map(names).joined(separator: " / "))
    }
    return lines + [extents(cell), "\(atspi_accessible_get_index_in_parent(cell, nil))"]
}

/// A text; how many characters it has; the character, word and line at a place; where that lies on the screen.
private func parts(of text: UnsafeMutablePointer<AtspiText>, at place: Int32) -> [String] {
    let count = atspi_text_get_character_count(text, nil)
    let whole = atspi_text_get_text(text, 0, count, nil).map { String(cString: $0) } ?? ""
    let parts = [ATSPI_TEXT_GRANULARITY_CHAR, ATSPI_TEXT_GRANULARITY_WORD, ATSPI_TEXT_GRANULARITY_LINE].map { kind in
        guard let range = atspi_text_get_string_at_offset(text, place, kind, nil)?.pointee else { return "" }
        return "\(range.start_offset)–\(range.end_offset) \(range.content.map { String(cString: $0) } ?? "")"
    }
    let frame = atspi_text_get_character_extents(text, place, ATSPI_COORD_TYPE_SCREEN, nil)?.pointee
    let place = frame.map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? ""
    return [whole, "\(count)"] + parts + [place]
}

/// All that shows: how deep it stands, whether keys reach it, its role and its name.
private func tree() -> [String] {
    var lines: [String] = []
    for program in children(atspi_get_desktop(0)) {
        atspi_accessible_set_cache_mask(program, ATSPI_CACHE_NONE)
        walk(program) { object, depth in
            let isReached = has(ATSPI_STATE_FOCUSABLE, object) && has(ATSPI_STATE_SENSITIVE, object)
            let words = name(object).isEmpty ? label(of: object) : name(object)
            lines.append(
                String(repeating: "  ", count: depth) + (isReached ? "* " : "- ") + role(object) + ": " + words)
        }
    }
    return lines
}
