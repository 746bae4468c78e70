// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of ours is built alike: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "quadrille",
    products: [
        .library(name: "Geometry", targets: ["Geometry"]),
        .library(name: "Tabular", targets: ["Tabular"]),
        .library(name: "GridLayout", targets: ["GridLayout"]),
    ],
    targets: [
        // Floor 0: values, what a table is, and the C below.
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "Tabular", swiftSettings: strict),

        // Floor 1: the engine, the display list, the readers.
        .target(name: "GridLayout", dependencies: ["Geometry"], swiftSettings: strict),

        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
    ]
)
