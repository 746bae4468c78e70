import Testing

@testable import QuadrilleApp

@Suite struct PrintServerTests {
    private func mayBeThere(_ variables: [String: String] = [:], files: Set<String> = []) -> Bool {
        PrintServer.mayBeThere(variable: { variables[$0] }, exists: files.contains)
    }

    @Test func aPrinterMayBeThereWhereAServerListensOrOneIsNamed() {
        #expect(!mayBeThere())
        #expect(!mayBeThere(["HOME": "/home/ada"]))
        #expect(mayBeThere(files: ["/run/cups/cups.sock"]))
        #expect(mayBeThere(files: ["/etc/cups/client.conf"]))
        #expect(mayBeThere(["HOME": "/home/ada"], files: ["/home/ada/.cups/client.conf"]))
        #expect(mayBeThere(["CUPS_SERVER": "printers.example"]))
    }

    @Test func printingToAFileHasGTKsName() { #expect(PrintServer.fileName == "Print to File") }
}
