/// A finder of the tables of a text, from its beginning and the arrays and objects found in it.
struct ShapeFinder {
    private let text: UnsafeBufferPointer<UInt8>
    private let recognition: TextRecognition
    private let entries: [ContainerList.Entry]
    /// The byte offset of `text` in the whole.
    private let offset: Int
    /// The arrays of the top as columns; nil where they are none.
    var arrays: ColumnArrays?

    /// Examines `text`, which begins at `offset` of the whole, and `entries`, whose offsets are in the whole.
    init(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ recognition: TextRecognition,
        _ entries: [ContainerList.Entry]
    ) {
        (self.text, self.offset, self.recognition, self.entries) = (text, offset, recognition, entries)
    }

    var shape: TextShape {
        var shape: TextShape
        switch recognition.values {
        case .lines: shape = single("NDJSON", .lines)
        case .many: shape = single("JSON", .values)
        case .one: shape = recognition.isScalar ? single("JSON", .values) : document
        }
        shape.isRelaxed = recognition.isRelaxed
        shape.paths = entries.map(\.path)
        return shape
    }

    /// All values of the text are rows.
    private func single(_ format: String, _ form: RowForm) -> TextShape {
        let plan = TablePlan(name: "", path: RowsPath(), form: form, start: offset + recognition.start)
        return TextShape(format: format, tables: [plan])
    }

    /// One value, which is an array or an object.
    private var document: TextShape {
        guard let top = entries.first else { return single("JSON", .values) }
        guard top.container.form == .members else { return TextShape(format: "JSON", tables: [plan(top)]) }
        if let features { return TextShape(format: "GeoJSON", tables: [features]) }
        if let declared { return TextShape(format: "JSON", tables: [declared]) }
        if let arrays { return TextShape(format: "JSON", tables: [plan(top, .arrays(arrays))]) }
        var shape = TextShape(format: "JSON", tables: ArrayTables(entries).plans)
        if shape.tables.isEmpty { shape.tables = [plan(top)] }
        shape.isListed = top.isClosed
        return shape
    }

    private func plan(_ entry: ContainerList.Entry, _ columns: TablePlan.Columns? = nil) -> TablePlan {
        TablePlan(entry, columns: columns)
    }

    // MARK: - Known forms

    private func entry(_ steps: String...) -> ContainerList.Entry? {
        entries.first { $0.path.steps == steps.map { .member(MemberName($0)) } }
    }

    /// The features of a GeoJSON text.
    private var features: TablePlan? {
        guard let features = entry("features"), features.container.form == .elements,
            strings(of: "type").contains("FeatureCollection")
                || features.objects > 0 && strings(of: "type", in: features) == ["Feature"]
        else { return nil }
        return plan(features, .features)
    }

    /// Rows with declared names in a member next to them.
    private var declared: TablePlan? {
        let forms: [(names: [String], rows: String)] = [
            (["columns"], "data"), (["fields"], "rows"), (["schema", "fields"], "data"),
            (["meta", "view", "columns"], "data"),
        ]
        for form in forms {
            guard let rows = entry(form.rows), rows.container.form == .elements, rows.rows == 0 || rows.scalars == 0,
                let names = entries.first(where: { $0.path.steps == form.names.map { .member(MemberName($0)) } }),
                names.container.form == .elements,
                let columns = columns(declaredIn: names, isPositions: rows.arrays > 0)
            else { continue }
            return plan(rows, .declared(columns))
        }
        return nil
    }

    /// The columns that the array `entry` declares: names, or objects with a name and perhaps a type; numbers too, where
    /// the rows are arrays (`isPositions`). Nil where it declares
    /// none, or is not whole in the sample.
    private func columns(declaredIn entry: ContainerList.Entry, isPositions: Bool) -> [DeclaredColumn]? {
        guard let start = place(of: entry) else { return nil }
        // From its bracket on.
        var cursor = JSONCursor(text, at: start - 1)
        var columns: [DeclaredColumn] = []
        do throws(SyntaxFault) {
            _ = try cursor.next()
            while let token = try cursor.nextValue(), token.kind != .arrayEnd {
                switch token.kind {
                case .string: columns.append(DeclaredColumn(name: string(token)))
                // Names are numbers in a frame of pandas that has none.
                case .number where isPositions:
                    columns.append(DeclaredColumn(name: String(decoding: text[token.range], as: UTF8.self)))
                case .objectStart:
                    let members = try self.members(in: token.range)
                    guard let name = members["name"] ?? members["fieldName"] ?? members["title"] else { return nil }
                    columns.append(
                        DeclaredColumn(name: name, type: members["type"] ?? members["dataTypeName"]))
                default: return nil
                }
            }
        } catch {
            return nil
        }
        return columns.isEmpty ? nil : columns
    }

    /// The strings among the members of the object in `range`.
    private func members(in range: Range<Int>) throws(SyntaxFault) -> [String: String] {
        var cursor = JSONCursor(text, at: range.lowerBound)
        var members: [String: String] = [:]
        _ = try cursor.next()
        while let name = try cursor.next(), name.kind == .name, let value = try cursor.nextValue() {
            if value.kind == .string { members[string(name)] = string(value) }
        }
        return members
    }

    /// The strings at the member `name` of the top, as far as the sample contains it; of the first row of `entry` where one is
    /// given.
    private func strings(of name: String, in entry: ContainerList.Entry? = nil) -> Set<String> {
        var index = recognition.start
        if let entry {
            guard let start = place(of: entry), let row = text[start...].firstIndex(of: UInt8(ascii: "{")) else {
                return []
            }
            index = row
        }
        var cursor = JSONCursor(text, at: index)
        var found: Set<String> = []
        do throws(SyntaxFault) {
            _ = try cursor.next()
            while let token = try cursor.next(), token.kind == .name, let value = try cursor.nextValue() {
                if value.kind == .string, string(token) == name { found.insert(string(value)) }
            }
        } catch {
            // The sample ends there.
        }
        return found
    }

    private func place(of entry: ContainerList.Entry) -> Int? {
        let place = entry.container.start - offset
        return place > 0 && place < text.count ? place : nil
    }

    /// The text of a string or a name.
    private func string(_ token: JSONToken) -> String {
        let raw = UnsafeBufferPointer(rebasing: text[token.range])
        let isQuoted = raw.first == UInt8(ascii: "\"") || raw.first == UInt8(ascii: "'")
        var bytes: [UInt8] = []
        StringText.decode(isQuoted ? UnsafeBufferPointer(rebasing: raw.dropFirst().dropLast()) : raw, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
