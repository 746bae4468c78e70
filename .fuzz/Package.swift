// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the product needs no sanitizer: the sources of what reads and writes bytes that come from
// outside, and one program that libFuzzer drives. It has no toolkit, so that it builds in a minute or two.
let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "CTranslation"),
        .target(name: "Translation", dependencies: ["CTranslation"]),
        .target(name: "CSystem"),
        .target(name: "QuadrilleRuntime", dependencies: ["CSystem"]),
        .target(name: "Tabular", dependencies: ["QuadrilleRuntime", "Translation"]),
        .target(
            name: "TabularBytes",
            dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CCodecs", "CArchive", "CScan"]),
        .target(name: "CArchive"),
        .target(name: "CScan"),
        .target(name: "CTranscode"),
        .target(name: "CExport"),
        .target(name: "CSQLite"),
        .systemLibrary(name: "CCodecs"),
        .systemLibrary(name: "CUchardet"),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
        .target(
            name: "TabularEncodings",
            dependencies: [
                "Tabular", "TabularBytes", "QuadrilleRuntime", "Translation", "CScan", "CTranscode", "CUchardet",
            ]),
        .target(
            name: "TabularText",
            dependencies: [
                "Tabular", "TabularBytes", "TabularEncodings", "QuadrilleRuntime", "Translation", "CScan",
            ]),
        .target(
            name: "TabularJSON",
            dependencies: [
                "Tabular", "TabularBytes", "TabularEncodings", "QuadrilleRuntime", "Translation", "CScan",
            ]),
        .target(
            name: "TabularSQLite",
            dependencies: ["Tabular", "TabularBytes", "QuadrilleRuntime", "Translation", "CSQLite"]),
        .target(name: "TabularOps", dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CScan", "CPCRE2"]),
        .target(
            name: "TabularExport", dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CExport", "CScan"]),
        .target(name: "SeededRandom"),
        .target(name: "TestStores", dependencies: ["Tabular", "TabularBytes", "QuadrilleRuntime", "CCodecs"]),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Tabular", "TabularBytes", "TabularText", "TabularJSON", "TabularSQLite", "TabularOps", "TabularExport",
                "QuadrilleRuntime", "SeededRandom", "TestStores",
            ]),
    ]
)
