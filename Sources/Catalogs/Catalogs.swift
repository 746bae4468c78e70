import Foundation
import PackagePlugin

/// Compiles the translations into a folder beside the program, so that it speaks them without being installed.
///
/// The script reads which languages there are, not the plugin: SwiftPM asks a plugin again only when sources come or go.
@main
struct Catalogs: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let script = package.appending(path: ".scripts/catalogs")
        let sources = package.appending(path: "Assets/po")
        let translations = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        // A folder as it is: gettext wants one for each language.
        let result = context.pluginWorkDirectoryURL.appending(path: "locale")
        return [
            .buildCommand(
                displayName: "Compiling translations", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(percentEncoded: false), result.path(percentEncoded: false)],
                inputFiles: [script] + translations.sorted { $0.path < $1.path }, outputFiles: [result])
        ]
    }
}
