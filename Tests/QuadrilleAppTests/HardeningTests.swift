import Testing

/// Protections that the linker and the compiler of C give.
@Suite struct HardeningTests {
    @Test(arguments: [["-dW", "BIND_NOW"], ["-lW", "GNU_RELRO"], ["-sW", "__memcpy_chk"]])
    func programIsHardened(arguments: [String]) throws {
        let found = try Program.shell(
            "readelf \"$1\" \"$2\" | grep -c -- \"$3\"", [arguments[0], Program.path, arguments[1]])
        #expect(found.status == 0 && found.text != "0\n", "\(arguments)")
    }
}
