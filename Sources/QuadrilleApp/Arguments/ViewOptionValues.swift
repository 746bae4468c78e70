import ArgumentParser
import Geometry
import GridLayout
import GridUI
import Tabular

// The values of the options for the view of a table.

/// The name of a view.
enum LayoutArgument {
    static func name(_ argument: String) throws -> String {
        guard let definition = ViewRegistry.standard[argument] else {
            let names = ViewRegistry.standard.definitions.map(\.name)
            throw ValidationError("choose \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "").")
        }
        return definition.name
    }
}

extension ColumnName {
    init(argument: String) throws {
        guard !argument.isEmpty else {
            throw ValidationError("write a column's name, its number from 1, or its letters, such as B.")
        }
        self.init(argument)
    }
}

/// A content offset on the command line: X,Y.
enum OffsetArgument {
    static func point(_ argument: String) throws -> Point {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], x >= 0, y >= 0, x.isFinite, y.isFinite else {
            throw ValidationError("write X,Y in logical pixels, such as 250,130, both from 0.")
        }
        return Point(x: x, y: y)
    }
}

/// Cells to be merged on the command line: R1,C1:R2,C2, counted from 1, both ends included.
enum MergeArgument {
    static func span(_ argument: String) throws -> CellSpan {
        let ends = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = try? PlaceArgument(argument: String(ends[0])).cell,
            let last = try? PlaceArgument(argument: String(ends[1])).cell
        else {
            throw ValidationError("write R1,C1:R2,C2, such as 2,1:4,1, counted from 1, both ends included.")
        }
        guard first.row <= last.row, first.column <= last.column else {
            let (rows, columns) = ([first.row, last.row], [first.column, last.column])
            let ordered = CellSpan(
                rows: (rows.min() ?? 0)..<(rows.max() ?? 0) + 1,
                columns: (columns.min() ?? 0)..<(columns.max() ?? 0) + 1)
            throw ValidationError("the last cell comes before the first. Write \(text(ordered)).")
        }
        return CellSpan(rows: first.row..<last.row + 1, columns: first.column..<last.column + 1)
    }

    /// As it is written on the command line.
    static func text(_ span: CellSpan) -> String {
        "\(span.rows.lowerBound + 1),\(span.columns.lowerBound + 1):\(span.rows.upperBound),\(span.columns.upperBound)"
    }
}

/// A column's format on the command line: COLUMN=TEMPLATE. Both may contain =, so only the table's columns tell them apart.
struct FormatArgument: Sendable, Hashable {
    struct Reading: Sendable, Hashable {
        var column: ColumnName
        var format: CellFormat
    }

    let text: String
    /// The possible readings, at least one; the shortest name first.
    private let readings: [Reading]

    init(argument: String) throws {
        text = argument
        var readings: [Reading] = []
        var problem: CellFormat.Problem?
        for sign in argument.indices where argument[sign] == "=" && sign > argument.startIndex {
            let name = ColumnName(String(argument[..<sign]))
            do throws(CellFormat.Problem) {
                let format = try CellFormat(String(argument[argument.index(after: sign)...]))
                readings.append(Reading(column: name, format: format))
            } catch {
                problem = problem ?? error
            }
        }
        self.readings = readings
        guard readings.isEmpty else { return }
        throw ValidationError(problem?.description ?? "write COLUMN=TEMPLATE, such as 'Price=%.2f €'.")
    }

    /// The reading whose column exists, with column names before numbers and letters; else the first.
    func reading(for columns: [Column]) -> Reading {
        let named = readings.first { $0.column.isName(in: columns) }
        return named ?? readings.first { $0.column.index(in: columns) != nil } ?? readings[0]
    }
}

/// As it was written.
extension FormatArgument: Codable {
    init(from decoder: any Decoder) throws {
        try self.init(argument: decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension NumberArgument {
    /// Longer than any screen shows, and small enough that sums keep their fractions.
    static let longestLength = 1_000_000.0

    /// Logical pixels, or a count.
    static func length(_ argument: String) throws -> Double {
        guard let length = Double(argument), (0...longestLength).contains(length) else {
            throw ValidationError("write a number from 0 to 1000000.")
        }
        return length
    }
}
