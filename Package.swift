// swift-tools-version: 6.2
import PackageDescription

/// True for `.scripts/build-tests` and `.scripts/test`, which set this variable. The flags for them would keep other packages
/// from using this one.
let isForTests = Context.environment["QUADRILLE_FAST_TESTS"] != nil

/// True for `.scripts/sanitize`. A sanitizer replaces functions of C in all libraries, which a program with Swift's libraries inside
/// keeps it from.
let isSanitized = Context.environment["QUADRILLE_SANITIZER"] != nil

/// Every Swift target of ours is built alike: Swift 6 mode, and a warning is an error. A release for tests keeps assertions and
/// the counters of work; the packages it uses do not, since the checks of command lines among them take longer than most commands.
let strict: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    + (isForTests
        ? [
            .define("DEBUG", .when(configuration: .release)),
            .unsafeFlags(["-assert-config", "Debug"], .when(configuration: .release)),
        ] : [])

/// C's functions that write into memory of a known size end the program where they would write beyond it.
let strictC: [CSetting] = [
    .treatAllWarnings(as: .error), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
]

/// Targets that work through whole tables are optimized in a debug build for tests too: they end in half the time.
let engine: [SwiftSetting] =
    isForTests ? strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : strict

/// Tests run in full once a build: making them faster takes longer than it saves.
let testing: [SwiftSetting] =
    isForTests ? strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))] : strict

/// A release has Swift's libraries inside: it starts without looking for them, and runs where Swift is not installed. The two named
/// ones are parts of Foundation, which reads command lines, and are not linked without being named.
let withSwift: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
    .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
    .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
]

/// Targets that own widgets run on the main thread alone.
let onMain: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "quadrille",
    products: [
        .library(name: "Geometry", targets: ["Geometry"]),
        .library(name: "Tabular", targets: ["Tabular"]),
        .library(name: "TabularText", targets: ["TabularText"]),
        .library(name: "TableFormats", targets: ["TableFormats"]),
        .library(name: "TabularOps", targets: ["TabularOps"]),
        .library(name: "GridLayout", targets: ["GridLayout"]),
        .library(name: "Drawing", targets: ["Drawing"]),
        .library(name: "GridUI", targets: ["GridUI"]),
        .library(name: "CairoDrawing", targets: ["CairoDrawing"]),
        .library(name: "GridGTK", targets: ["GridGTK"]),
        .library(name: "CGTK", targets: ["CGTK"]),
        .executable(name: "quadrille", targets: ["Quadrille"]),
        .executable(name: "quadrille-bench", targets: ["QuadrilleBench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // Floor 0: values, what a table is, and the C below.
        .target(name: "Geometry", swiftSettings: engine),
        // Threads, tasks, cancellation, trace and files. It knows no tables, and no words in other languages.
        .target(name: "QuadrilleRuntime", dependencies: ["CSystem"], swiftSettings: engine),
        .target(name: "Tabular", dependencies: ["QuadrilleRuntime", "Translation"], swiftSettings: engine),
        // Bytes of a source for the readers of every format: files, pipes, archives, and the watch for changes.
        .target(
            name: "TabularBytes",
            dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CCodecs", "CArchive", "CScan"],
            swiftSettings: engine),
        // Text in other encodings than UTF-8, for the readers of all kinds of text.
        .target(
            name: "TabularEncodings",
            dependencies: [
                "Tabular", "TabularBytes", "QuadrilleRuntime", "Translation", "CScan", "CTranscode", "CUchardet",
            ],
            swiftSettings: engine),
        // The interface's words and numbers, by the language of whoever reads them. Beside the program that is built lies a
        // folder with the translations, which the plugin compiles.
        .target(name: "Translation", dependencies: ["CTranslation"], swiftSettings: strict),
        .target(name: "CTranslation", cSettings: strictC, plugins: ["Catalogs"]),
        .plugin(name: "Catalogs", capability: .buildTool(), path: "Sources/Catalogs"),
        .systemLibrary(name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CGTK", pkgConfig: "gtk+-3.0", providers: [.apt(["libgtk-3-dev"])]),
        .target(name: "CGridShim", dependencies: ["CGTK"], cSettings: strictC),
        .target(name: "CSystem", cSettings: strictC),
        .target(name: "CScan", cSettings: strictC),
        .target(name: "CPixels", cSettings: strictC),
        .target(name: "CTranscode", cSettings: strictC),
        .target(name: "CExport", cSettings: strictC),
        // Five libraries, each with a pkg-config file of its own; Debian has them where the compiler looks anyway.
        .systemLibrary(
            name: "CCodecs", providers: [.apt(["zlib1g-dev", "libzstd-dev", "liblzma-dev", "libbz2-dev"])]),
        // Tar archives by libarchive, whose header is needed to build and which is loaded with the first archive.
        .target(name: "CArchive", cSettings: strictC),
        // Databases by libsqlite3, which is loaded with the first of them; no header of it is needed to build.
        .target(name: "CSQLite", cSettings: strictC),
        // Guesses the encoding of a text that does not say it.
        .systemLibrary(name: "CUchardet", providers: [.apt(["libuchardet-dev"])]),
        // Regular expressions. GLib links it too, so that it is in memory anyway.
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),

        // Floor 1: the engine, the display list, the readers.
        .target(name: "GridLayout", dependencies: ["Geometry"], swiftSettings: engine),
        .target(name: "Drawing", dependencies: ["Geometry"], swiftSettings: engine),
        .target(
            name: "TabularText",
            dependencies: [
                "Tabular", "TabularBytes", "TabularEncodings", "QuadrilleRuntime", "Translation", "CScan",
            ],
            swiftSettings: engine),
        .target(
            name: "TabularJSON",
            dependencies: ["Tabular", "TabularBytes", "TabularEncodings", "QuadrilleRuntime", "Translation", "CScan"],
            swiftSettings: engine),
        .target(
            name: "TabularSQLite",
            dependencies: ["Tabular", "TabularBytes", "QuadrilleRuntime", "Translation", "CSQLite"],
            swiftSettings: engine),

        // Floor 2: the registry of formats, behaviour without a toolkit, replay, writers.
        .target(
            name: "TableFormats",
            dependencies: [
                "Tabular", "TabularBytes", "TabularJSON", "TabularSQLite", "TabularText", "QuadrilleRuntime",
                "Translation",
            ],
            swiftSettings: engine),
        .target(
            name: "GridUI",
            dependencies: [
                "Geometry", "GridLayout", "Drawing", "Tabular", "TabularOps", "QuadrilleRuntime", "Translation",
            ],
            swiftSettings: engine),
        .target(
            name: "CairoDrawing",
            dependencies: ["Geometry", "Drawing", "QuadrilleRuntime", "Translation", "CCairo", "CPixels"],
            resources: [.embedInCode("Resources/fallback.ttf")], swiftSettings: engine),
        .target(
            name: "TabularOps", dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CScan", "CPCRE2"],
            swiftSettings: engine),
        .target(
            name: "TabularExport", dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "CExport", "CScan"],
            swiftSettings: engine),

        // Floor 3: the widget.
        .target(
            name: "GridGTK",
            dependencies: [
                "GridUI", "Geometry", "Drawing", "Tabular", "TabularOps", "CairoDrawing", "QuadrilleRuntime",
                "Translation", "CGridShim", "CGTK",
            ],
            swiftSettings: onMain),

        // Floors 4 and 5: the application, and the two programs.
        .target(
            name: "QuadrilleApp",
            dependencies: [
                "GridGTK", "GridUI", "GridLayout", "CairoDrawing", "Drawing", "Geometry", "TableFormats", "Tabular",
                "TabularText", "TabularOps", "TabularExport", "QuadrilleRuntime", "Translation", "CGridShim", "CGTK",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // The samples that a window without a file shows, wherever the program stands.
            resources: ["harvest", "marks", "monsters", "week"].map { .embedInCode("../../Assets/Samples/\($0).csv") },
            swiftSettings: strict),
        // Its own table of addresses is filled at the start, then cannot be overwritten.
        .executableTarget(
            name: "Quadrille", dependencies: ["QuadrilleApp"], swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])] + (isSanitized ? [] : withSwift)),

        // A grid in a program of one's own, from the public parts of the libraries alone.
        .executableTarget(
            name: "Samples",
            dependencies: ["GridGTK", "GridUI", "GridLayout", "Drawing", "Geometry", "Tabular", "CGTK"],
            packageAccess: false, swiftSettings: strict),

        // The benchmark: what can be tested of it, and the count of allocations that only it must be linked with.
        .target(name: "SeededRandom", swiftSettings: engine),
        .target(name: "BenchmarkKit", dependencies: ["SeededRandom"], swiftSettings: strict),
        .target(name: "CAllocationCounter", cSettings: strictC),
        .executableTarget(
            name: "QuadrilleBench",
            dependencies: [
                "BenchmarkKit", "SeededRandom", "CAllocationCounter", "GridUI", "GridLayout", "CairoDrawing",
                "Drawing", "Geometry", "Tabular", "TabularBytes", "TabularJSON", "TabularText", "TableFormats",
                "TabularOps", "TabularExport", "QuadrilleRuntime", "CCairo",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Resources/empty-window.c")], swiftSettings: strict),

        // Stores of bytes in memory, files and archives for the tests of all readers.
        .target(
            name: "TestStores", dependencies: ["Tabular", "TabularBytes", "QuadrilleRuntime", "CCodecs"],
            path: "Tests/TestStores", swiftSettings: engine),

        // Sources in memory, of typed columns and of batches that are cut anywhere, for the tests of all that reads a source.
        .target(
            name: "TestSources", dependencies: ["QuadrilleRuntime", "Tabular", "SeededRandom"],
            path: "Tests/TestSources",
            swiftSettings: engine),

        // A format of one's own, and the program with it, from the public parts of the libraries alone.
        .target(
            name: "SampleFormat", dependencies: ["TableFormats", "Tabular"], path: "Tests/SampleFormat",
            packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "SampleViewer", dependencies: ["QuadrilleApp", "SampleFormat", "TableFormats"],
            path: "Tests/SampleViewer", packageAccess: false, swiftSettings: strict),

        // What may hang a test.
        .target(
            name: "TestWaiting", dependencies: ["QuadrilleRuntime"], path: "Tests/TestWaiting", swiftSettings: strict),

        .testTarget(name: "CScanTests", dependencies: ["CScan"], swiftSettings: testing),
        .testTarget(name: "CExportTests", dependencies: ["CExport", "SeededRandom"], swiftSettings: testing),
        .testTarget(name: "TranslationTests", dependencies: ["Translation"], swiftSettings: testing),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "SeededRandom"], swiftSettings: testing),
        .testTarget(
            name: "QuadrilleRuntimeTests", dependencies: ["QuadrilleRuntime", "SeededRandom", "TestWaiting"],
            swiftSettings: testing),
        .testTarget(
            name: "TabularTests",
            dependencies: ["Tabular", "QuadrilleRuntime", "Translation", "SeededRandom", "TestSources", "TestWaiting"],
            swiftSettings: testing),
        .testTarget(
            name: "GridLayoutTests", dependencies: ["GridLayout", "Geometry", "SeededRandom"], swiftSettings: testing),
        .testTarget(name: "DrawingTests", dependencies: ["Drawing", "Geometry"], swiftSettings: testing),
        .testTarget(
            name: "TabularBytesTests",
            dependencies: ["TabularBytes", "QuadrilleRuntime", "Tabular", "TestStores", "TestWaiting", "SeededRandom"],
            swiftSettings: testing),
        .testTarget(
            name: "TabularTextTests",
            dependencies: [
                "TabularText", "QuadrilleRuntime", "Tabular", "TabularBytes", "TabularEncodings", "Translation",
                "SeededRandom", "TestStores", "TestWaiting",
            ],
            exclude: ["Fixtures"], swiftSettings: testing),
        .testTarget(
            name: "TabularJSONTests",
            dependencies: [
                "TabularJSON", "QuadrilleRuntime", "Tabular", "TabularBytes", "TabularEncodings", "TabularOps",
                "TabularText", "SeededRandom", "TestSources", "TestStores", "TestWaiting",
            ],
            swiftSettings: testing),
        // A reader of databases that another user may start.
        .executableTarget(
            name: "SQLiteProbe", dependencies: ["TabularSQLite", "Tabular", "TabularBytes"],
            path: "Tests/SQLiteProbe", swiftSettings: strict),
        .testTarget(
            name: "TabularSQLiteTests",
            dependencies: [
                "TabularSQLite", "CSQLite", "SQLiteProbe", "QuadrilleRuntime", "Tabular", "TabularBytes",
                "TabularExport", "TabularOps",
                "SeededRandom", "TestStores", "TestWaiting",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "TableFormatsTests",
            dependencies: [
                "TableFormats", "QuadrilleRuntime", "SampleFormat", "Tabular", "TabularBytes", "TabularText",
                "TestStores", "TestWaiting",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "TabularOpsTests",
            dependencies: [
                "TabularOps", "QuadrilleRuntime", "Tabular", "TabularBytes", "TabularText", "Translation",
                "SeededRandom", "TestSources",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "TabularExportTests",
            dependencies: [
                "TabularExport", "QuadrilleRuntime", "Tabular", "TabularBytes", "TabularJSON", "TabularText",
                "Translation", "SeededRandom", "TestSources", "TestStores", "TestWaiting",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "GridUITests",
            dependencies: [
                "QuadrilleRuntime", "GridUI", "GridLayout", "Drawing", "Geometry", "Tabular", "TabularOps",
                "Translation", "SeededRandom",
                "TestWaiting",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "CairoDrawingTests",
            dependencies: ["CairoDrawing", "Drawing", "Geometry", "CCairo", "CPixels", "SeededRandom"],
            swiftSettings: testing),
        // The picture of a frame, from the model to the pixels.
        .testTarget(
            name: "FrameTests",
            dependencies: [
                "QuadrilleRuntime", "GridUI", "GridLayout", "CairoDrawing", "Drawing", "Geometry", "Tabular",
                "TabularOps", "CCairo",
                "SeededRandom",
            ],
            swiftSettings: testing),
        // What the documents show, from the public parts of the libraries alone.
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "GridGTK", "GridUI", "GridLayout", "CairoDrawing", "Drawing", "Geometry", "Tabular", "TabularOps",
                "CGTK", "SmallestProgram",
            ],
            packageAccess: false, swiftSettings: testing),
        // Which they show whole.
        .executableTarget(
            name: "SmallestProgram", dependencies: ["GridGTK", "TabularText", "CGTK"], path: "Tests/SmallestProgram",
            packageAccess: false, swiftSettings: strict),
        .testTarget(
            name: "BenchmarkKitTests", dependencies: ["BenchmarkKit", "Tabular", "TabularText"], swiftSettings: testing),

        // Tests with real windows: the desktop they run on, and a program that only a test runs.
        .target(name: "TestDesktop", path: "Tests/TestDesktop", swiftSettings: strict),
        .executableTarget(
            name: "MainQueueProbe", dependencies: ["CGridShim", "CGTK"], path: "Tests/MainQueueProbe",
            swiftSettings: strict),
        // What programs that read the screen aloud are told, for tests to hear.
        .systemLibrary(
            name: "CAtspi", path: "Tests/CAtspi", pkgConfig: "atspi-2", providers: [.apt(["libatspi2.0-dev"])]),
        .executableTarget(
            name: "AccessibilityProbe", dependencies: ["CAtspi"], path: "Tests/AccessibilityProbe",
            swiftSettings: strict),
        // Another program, that files are dragged from.
        .executableTarget(name: "DragProbe", dependencies: ["CGTK"], path: "Tests/DragProbe", swiftSettings: strict),
        // A desktop that says which colours it wants.
        .executableTarget(
            name: "PortalProbe", dependencies: ["CGTK"], path: "Tests/PortalProbe", swiftSettings: strict),
        // The program with a format of typed tables.
        .executableTarget(
            name: "TypedProgram", dependencies: ["QuadrilleApp", "TableFormats", "Tabular", "TestSources"],
            path: "Tests/TypedProgram", swiftSettings: strict),
        .testTarget(
            name: "GridGTKTests",
            dependencies: [
                "GridGTK", "GridUI", "CairoDrawing", "Drawing", "Geometry", "Tabular", "TabularOps",
                "QuadrilleRuntime", "CGridShim", "CGTK", "TestDesktop", "MainQueueProbe",
            ],
            swiftSettings: testing + [.defaultIsolation(MainActor.self)]),
        // These two run the program, which is built with all products. As a dependency it would link the tests as it is linked.
        .testTarget(
            name: "WindowTests",
            dependencies: [
                "TestDesktop", "QuadrilleRuntime", "Samples", "SampleViewer", "AccessibilityProbe",
                "DragProbe", "PortalProbe", "TypedProgram",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "QuadrilleAppTests",
            dependencies: [
                "QuadrilleApp", "GridUI", "GridLayout", "CairoDrawing", "Drawing", "Geometry", "TableFormats",
                "Tabular",
                "TabularText", "TabularEncodings", "TabularOps", "TabularExport", "QuadrilleRuntime", "Translation",
                "CGTK",
                "SeededRandom", "SampleFormat", "TestDesktop", "TestSources", "TestStores", "TypedProgram",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Compiled by the test that loads it into the program.
            exclude: ["Faults"], swiftSettings: testing),
    ]
)
