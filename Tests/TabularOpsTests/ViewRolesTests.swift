import Glibc
import QuadrilleRuntime
import Tabular
import TabularText
import Testing

@testable import TabularOps

/// A table as text, the roles of its columns by name.
private func roles(_ text: String) throws -> [String?] {
    let descriptors = try FileDescriptor.openPipe()
    let source = TextSource(fileDescriptor: descriptors.read, name: "t.csv")
    Array(text.utf8).withUnsafeBytes { #expect(write(descriptors.write, $0.baseAddress, $0.count) == $0.count) }
    close(descriptors.write)
    defer { close(descriptors.read) }
    return names(ViewRoles.guess(source.waitUntilComplete()), source.snapshot)
}

private func names(_ roles: ViewRoles, _ table: TableSnapshot) -> [String?] {
    [roles.rowHeader, roles.group, roles.label, roles.weight].map { $0.map { table.columns[$0].name } }
}

@Test(arguments: [
    ("week", [nil, "Day", "Task", "Hours"]), ("monsters", ["Name", "Habitat", "Name", "Weight (kg)"]),
    ("marks", ["Student", nil, "Student", "Music"]), ("messy", [nil, "Received", "Parcel", nil]),
])
func theSamplesHaveTheirRoles(sample: String, expected: [String?]) {
    // The tests lie two folders below the package's root.
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let source = TextSource(path: "\(root)/Assets/Samples/\(sample).csv")
    let table = source.waitUntilComplete()
    #expect(names(ViewRoles.guess(table), table) == expected)
}

@Test(arguments: [
    ("Name,Score\na,1.5\nb,2.5\nc,9.5\n", ["Name", nil, "Name", "Score"]),
    ("id,Team,durationMinutes,Cost\n1,x,5,1.5\n2,x,5,2.5\n3,y,6,3.5\n", [nil, "Team", "id", "durationMinutes"]),
    ("id,Kind\n1,x\n2,x\n3,y\n4,y\n", [nil, "Kind", "id", nil]),
    ("Place,Date,n\nx,2026-01-01,3\nx,2026-01-01,3\ny,2026-01-02,1\n", [nil, "Date", "Place", "n"]),
    ("A,B\ntrue,x\nfalse,y\ntrue,z\nfalse,w\n", ["B", "A", "B", nil]),
    ("Year,N\n2001,5\n2001,6\n2002,7\n2002,4\n", [nil, "Year", nil, "N"]),
    ("a,b\n,\n,\n", [nil, nil, "a", nil]),
    ("only\nx\nx\ny\n", [nil, nil, nil, nil]),
    ("a,b\n", [nil, nil, "a", nil]),
    ("", [nil, nil, nil, nil]),
])
func rolesComeFromTypesNamesAndValues(text: String, expected: [String?]) throws {
    #expect(try roles(text) == expected)
}

@Test func aRaggedSampleIsNoTrap() {
    let columns = [Column(name: "Day", type: .text), Column(name: "x", type: .text), Column(name: "", type: .empty)]
    let roles = ViewRoles.guess(columns: columns, sample: [["Mon"], [], ["Mon", "a", "b", "c"], ["Tue", "b"]])
    #expect(roles == ViewRoles(group: 0, label: 1))
    #expect(ViewRoles.guess(columns: [], sample: [["a"]]) == ViewRoles())
}

@Test func aTableOfManyColumnsIsGuessedFromItsFirst() {
    let source = GeneratedSource(rows: 1_000_000_000, columns: 100_000)
    source.want([CellRange(rows: 0..<128, columns: 0..<64)])
    let roles = ViewRoles.guess(source.snapshot)
    #expect(roles.group == source.snapshot.columns.firstIndex { $0.name == "place 4" })
    #expect(roles.weight == source.snapshot.columns.firstIndex { $0.type == .decimal })
}

@Test(arguments: [
    ("durationMinutes", ["duration", "minutes"]), ("Weight (kg)", ["weight", "kg"]), ("HOURS", ["hours"]),
    ("first_seen2day", ["first", "seen", "day"]), ("", []), ("  ", []), ("Größe", ["größe"]),
])
func aNameIsTakenApartIntoWords(name: String, words: [String]) {
    #expect(NameWords.words(of: name) == Set(words))
}
