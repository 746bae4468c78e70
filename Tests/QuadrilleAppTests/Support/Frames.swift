import Foundation

/// What `layout --json` printed, and what it said besides.
struct Frames {
    private struct Record: Decodable {
        struct Frame: Decodable {
            var x, y, width, height: Double
        }
        var kind: String
        var row, column: Int
        var frame: Frame
        var z: Int
    }

    private let records: [Record]
    let outcome: Outcome

    /// Runs `quadrille layout` with `arguments`; a space parts them.
    init(_ arguments: String, file: String? = nil) throws {
        let words = arguments.split(separator: " ").map(String.init)
        outcome = try Program.run(["layout"] + (file.map { [$0] } ?? []) + words + ["--json"])
        records = outcome.status == 0 ? try JSONDecoder().decode([Record].self, from: Data(outcome.output)) : []
    }

    var count: Int { records.count }

    func count(_ kind: String) -> Int { records.count { $0.kind == kind } }

    /// x, y, width, height of that element, where there is just one.
    func frame(_ kind: String, _ row: Int, _ column: Int) -> [Double]? { only(kind, row, column).map(Self.numbers) }

    /// Of several elements at one place, such as a row's separator and the first column's, those with that z.
    func z(_ kind: String, _ row: Int, _ column: Int) -> Int? { only(kind, row, column)?.z }

    /// The frames of all elements of that kind and place, in paint order.
    func frames(_ kind: String, _ row: Int, _ column: Int) -> [[Double]] {
        records.filter { $0.kind == kind && $0.row == row && $0.column == column }.map(Self.numbers)
    }

    private func only(_ kind: String, _ row: Int, _ column: Int) -> Record? {
        let found = records.filter { $0.kind == kind && $0.row == row && $0.column == column }
        return found.count == 1 ? found.first : nil
    }

    private static func numbers(_ record: Record) -> [Double] {
        [record.frame.x, record.frame.y, record.frame.width, record.frame.height]
    }
}
