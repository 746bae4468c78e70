@testable import TabularJSON

/// The tokens of a text as the nodes that `SlowJSON` has.
struct CursorTree {
    var nodes: [SlowJSON.Node] = []
    var notes: Set<SyntaxNote.Kind> = []
    var fault: SyntaxFault?
    var end = 0

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            var cursor = JSONCursor(text)
            do throws(SyntaxFault) { try read(&cursor) } catch { fault = error }
            notes = Set(cursor.notes.map(\.kind))
            end = cursor.index
        }
    }

    private mutating func read(_ cursor: inout JSONCursor) throws(SyntaxFault) {
        var open: [Int] = []
        var name: Range<Int>?
        while let token = try cursor.next() {
            let kind: SlowJSON.Kind
            switch token.kind {
            case .name:
                name = token.range
                continue
            case .objectEnd, .arrayEnd:
                let node = open.removeLast()
                nodes[node].text = nodes[node].text.lowerBound..<token.range.upperBound
                continue
            case .objectStart: kind = .object
            case .arrayStart: kind = .array
            case .string: kind = .string
            case .number: kind = .number
            case .true: kind = .literal("true")
            case .false: kind = .literal("false")
            case .null: kind = .literal("null")
            }
            if let parent = open.last { nodes[parent].children.append(nodes.count) }
            if token.kind.isStart { open.append(nodes.count) }
            nodes.append(SlowJSON.Node(kind: kind, text: token.range, name: name))
            name = nil
        }
    }
}
