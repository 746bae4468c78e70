import CAtspi
import Glibc

/// An object of the program that is looked at.
typealias Accessible = UnsafeMutablePointer<AtspiAccessible>

func text(_ words: UnsafeMutablePointer<CChar>?) -> String {
    guard let words else { return "" }
    defer { g_free(words) }
    return String(cString: words).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
}

func children(_ object: Accessible?) -> [Accessible] {
    (0..<max(0, atspi_accessible_get_child_count(object, nil))).compactMap {
        atspi_accessible_get_child_at_index(object, $0, nil)
    }
}

func has(_ state: AtspiStateType, _ object: Accessible) -> Bool {
    atspi_state_set_contains(atspi_accessible_get_state_set(object), state) != 0
}

func name(_ object: Accessible?) -> String { text(atspi_accessible_get_name(object, nil)) }

func role(_ object: Accessible?) -> String { text(atspi_accessible_get_role_name(object, nil)) }

/// Every object of the program that shows, what holds it before it; not the cells of tables, which are without number.
func walk(_ object: Accessible?, _ depth: Int = 0, _ visit: (Accessible, Int) -> Void) {
    for child in children(object) {
        guard depth == 0 || has(ATSPI_STATE_SHOWING, child) || has(ATSPI_STATE_ACTIVE, child) else { continue }
        visit(child, depth)
        if depth < 40, !has(ATSPI_STATE_MANAGES_DESCENDANTS, child) { walk(child, depth + 1, visit) }
    }
}

/// How many objects a program has, whether they show or not; without the cells of tables.
func count(_ object: Accessible?) -> Int {
    children(object).reduce(0) { $0 + 1 + (has(ATSPI_STATE_MANAGES_DESCENDANTS, $1) ? 0 : count($1)) }
}

/// The program's table; nothing of it is remembered, so that all is as it is now.
func findTable(named wanted: String?) -> Accessible? {
    var found: Accessible?
    for program in children(atspi_get_desktop(0)) {
        atspi_accessible_set_cache_mask(program, ATSPI_CACHE_NONE)
        walk(program) { object, _ in
            guard found == nil, role(object) == "table", wanted == nil || name(object) == wanted else { return }
            found = object
        }
    }
    return found
}

func states(_ object: Accessible) -> String {
    let known: [(AtspiStateType, String)] = [
        (ATSPI_STATE_ACTIVE, "active"), (ATSPI_STATE_DEFUNCT, "defunct"), (ATSPI_STATE_FOCUSABLE, "focusable"),
        (ATSPI_STATE_FOCUSED, "focused"), (ATSPI_STATE_MANAGES_DESCENDANTS, "manages"),
        (ATSPI_STATE_SELECTED, "selected"), (ATSPI_STATE_SHOWING, "showing"), (ATSPI_STATE_TRANSIENT, "transient"),
        (ATSPI_STATE_VISIBLE, "visible"),
    ]
    return known.filter { has($0.0, object) }.map(\.1).joined(separator: " ")
}

func attributes(_ object: Accessible) -> String {
    guard let table = atspi_accessible_get_attributes(object, nil) else { return "" }
    defer { g_hash_table_unref(table) }
    var found: [String] = []
    var (iterator, key, value) = (GHashTableIter(), gpointer(bitPattern: 0), gpointer(bitPattern: 0))
    g_hash_table_iter_init(&iterator, table)
    while g_hash_table_iter_next(&iterator, &key, &value) != 0 {
        guard let key, let value else { continue }
        let words = [key, value].map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        if words[0] != "toolkit" { found.append("\(words[0])=\(words[1])") }
    }
    return found.sorted().joined(separator: " ")
}

func extents(_ object: Accessible) -> String {
    guard let component = atspi_accessible_get_component_iface(object),
        let rect = atspi_component_get_extents(component, ATSPI_COORD_TYPE_SCREEN, nil)
    else { return "" }
    defer { g_free(rect) }
    return "\(rect.pointee.x) \(rect.pointee.y) \(rect.pointee.width) \(rect.pointee.height)"
}

/// The name of what labels an object, where something does.
func label(of object: Accessible) -> String {
    guard let relations = atspi_accessible_get_relation_set(object, nil) else { return "" }
    return relations.pointee.data.withMemoryRebound(
        to: UnsafeMutablePointer<AtspiRelation>?.self, capacity: Int(relations.pointee.len)
    ) { relations2 in
        for index in 0..<Int(relations.pointee.len) {
            guard atspi_relation_get_relation_type(relations2[index]) == ATSPI_RELATION_LABELLED_BY else { continue }
            return name(atspi_relation_get_target(relations2[index], 0))
        }
        return ""
    }
}

func names(_ array: UnsafeMutablePointer<GPtrArray>?) -> String {
    guard let array else { return "" }
    return (0..<Int(array.pointee.len)).map { index in
        name(array.pointee.pdata[index]?.assumingMemoryBound(to: AtspiAccessible.self))
    }.joined(separator: ", ")
}

/// Writes a line at once: whoever reads it waits for it.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var done = 0
    while done < bytes.count {
        let count = bytes[done...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(1) }
        done += count
    }
}
