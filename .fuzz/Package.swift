// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the product needs no sanitizer: the readers' sources, and one program that libFuzzer drives.
let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "Tabular"),
        .target(name: "CScan"),
        .target(name: "CTranscode"),
        .systemLibrary(name: "CCodecs"),
        .systemLibrary(name: "CUchardet"),
        .target(name: "TabularText", dependencies: ["Tabular", "CScan", "CTranscode", "CCodecs", "CUchardet"]),
        .executableTarget(name: "Fuzz", dependencies: ["TabularText", "Tabular"]),
    ]
)
