import Foundation
import Testing

@testable import TabularJSON

/// The folder of JSONTestSuite's files; nil where it is not given.
private let suite = ProcessInfo.processInfo.environment["JSON_TEST_SUITE"].map { URL(fileURLWithPath: $0) }

private func files(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
    guard let suite else { return [] }
    return try FileManager.default.contentsOfDirectory(at: suite, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasPrefix(prefix) }
        .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
}

/// The bytes behind a value and the blanks that follow it.
private func rest(_ bytes: [UInt8], behind end: Int) -> ArraySlice<UInt8> {
    bytes[end...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
}

@Test(.enabled(if: suite != nil)) func validTextsAreReadWithoutNotes() throws {
    let files = try files("y_")
    #expect(files.count == 95)
    for (name, bytes) in files {
        let tree = CursorTree(bytes)
        #expect(tree.fault == nil && !tree.notes.contains { $0.isLaxity }, "\(name)")
        #expect(rest(bytes, behind: tree.end).isEmpty, "\(name)")
    }
}

@Test(.enabled(if: suite != nil)) func invalidTextsAreSaid() throws {
    let files = try files("n_")
    #expect(files.count == 188)
    for (name, bytes) in files {
        let tree = CursorTree(bytes)
        let isSeveral = tree.fault == nil && !rest(bytes, behind: tree.end).isEmpty
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        #expect(tree.fault != nil || tree.notes.contains { $0.isLaxity } || isSeveral || !isUTF8, "\(name)")
    }
}

@Test(.enabled(if: suite != nil)) func openTextsAreReadOrSaid() throws {
    for (name, bytes) in try files("i_") {
        let (slow, tree) = (SlowJSON(bytes), CursorTree(bytes))
        #expect(tree.fault == slow.fault && tree.notes == slow.notes, "\(name)")
    }
}
