import Testing

@testable import QuadrilleRuntime

@Test(arguments: [
    (nil, "/var/tmp"), ("", "/var/tmp"), ("/scratch", "/scratch"),
])
func anEmptyFolderForTemporaryFilesIsNone(variable: String?, folder: String) {
    #expect(TemporaryFile.folder(variable) == folder)
}
