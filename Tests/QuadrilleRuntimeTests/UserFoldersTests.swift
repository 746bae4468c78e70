import Testing

@testable import QuadrilleRuntime

@Suite struct UserFoldersTests {
    private func folders(_ variables: [String: String]) -> UserFolders { UserFolders { variables[$0] } }

    @Test func theyAreWhereTheUserHasThem() {
        let folders = folders([
            "HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/o",
        ])
        #expect(folders.caches == "/c/quadrille")
        #expect(folders.state == "/s/quadrille")
        #expect(folders.configuration == "/o/quadrille")
    }

    /// Empty ones and those that depend on where the program was started are none.
    @Test(arguments: [nil, "", "c", "./c"])
    func theyAreAtHomeWhereNoPlaceIsNamed(place: String?) {
        var variables = ["HOME": "/h"]
        for name in ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] { variables[name] = place }
        let folders = folders(variables)
        #expect(folders.caches == "/h/.cache/quadrille")
        #expect(folders.state == "/h/.local/state/quadrille")
        #expect(folders.configuration == "/h/.config/quadrille")
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "h"]])
    func thereAreNoneForAUserWithoutAHome(variables: [String: String]) {
        let folders = folders(variables)
        #expect(folders.caches == nil && folders.state == nil && folders.configuration == nil)
        #expect(!folders.keepsLess)
    }

    @Test func whoWantsNothingKeptHasNothingKept() {
        let stateless = folders(["HOME": "/h", "QUADRILLE_STATE": "off"])
        #expect(stateless.state == nil && !stateless.remembers && stateless.keepsLess)
        #expect(stateless.caches == "/h/.cache/quadrille" && stateless.configuration == "/h/.config/quadrille")

        let uncached = folders(["HOME": "/h", "QUADRILLE_CACHE": "off"])
        #expect(uncached.caches == nil && uncached.remembers && uncached.keepsLess)
        #expect(uncached.state == "/h/.local/state/quadrille")

        let ordinary = folders(["HOME": "/h", "QUADRILLE_STATE": "on", "QUADRILLE_CACHE": ""])
        #expect(ordinary.remembers && !ordinary.keepsLess && ordinary.caches != nil && ordinary.state != nil)
    }
}
