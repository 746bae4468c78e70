import CGTK
import SeededRandom
import Testing

@testable import QuadrilleApp

@Suite struct StartThemes {
    private static let nodes = StyleNode.all(
        in: """
            window.background.csd:dir(ltr)
              decoration:dir(ltr)
              headerbar.titlebar:dir(ltr)
                [button#menu.flat.image-button:dir(ltr):disabled]
                  image:dir(ltr)
              scrollbar.right.vertical
            """)

    private func excerpt(_ sheet: String) -> String? { ThemeExcerpt(nodes: Self.nodes).of(sheet) }

    @Test func nodesAreReadFromATreeAsGTKPrintsIt() {
        #expect(
            Self.nodes.map(\.description).sorted() == [
                "button#menu.flat.image-button", "decoration", "headerbar.titlebar", "image",
                "scrollbar.right.vertical",
                "window.background.csd",
            ])
        for node in Self.nodes { #expect(StyleNode(node.description) == node) }
    }

    @Test func rulesStayThatMayConcernANode() {
        for selector in [
            "*", "button", ".flat", "#menu", "button.image-button.flat",
            "headerbar button:backdrop:not(.text-button) > image",
            ":disabled", "window.csd:backdrop decoration", "scrollbar.vertical:not(.left)", "a\\:b",
        ] {
            #expect(excerpt(selector + " { color: red; }") == selector + " { color: red; }\n")
        }
        for selector in [
            "button:hover", "headerbar button:drop(active) > image", "*:link", "image:active:backdrop",
            "entry", "button.text-button", "#other", "menu > image", "headerbar.titlebar entry image", ".flat.titlebar",
        ] {
            #expect(excerpt(selector + " { color: red; }") == "\n")
        }
        #expect(excerpt("entry, image:checked, .flat { margin: 0 }") == "image:checked, .flat { margin: 0 }\n")
    }

    @Test func namedColoursAndAnimationsStayAndCommentsGo() {
        let sheet = """
            /* a { b } */ @define-color ground rgb(1,2,3);
            @keyframes spin { from { opacity: 0; } to { opacity: 1; } }
            image /*/ { /*/ { background-image: url("a;b}c"), url(data:image/png;base64,iVBO=); } entry { }
            """
        #expect(
            excerpt(sheet) == """
                @define-color ground rgb(1,2,3);
                @keyframes spin { from { opacity: 0; } to { opacity: 1; } }
                image { background-image: url("a;b}c"), url(data:image/png;base64,iVBO=); }

                """)
    }

    @Test func ofWhatIsNotUnderstoodThereIsNoExcerpt() {
        for sheet in [
            "@import url(\"other.css\"); image { }", "image { color: red;", "image", "image { entry { } }",
            "} image { }",
            "image { content: \"", "margin: 0; image { }",
        ] { #expect(excerpt(sheet) == nil, "\(sheet)") }
    }

    @Test func eachRuleThatMatchesANodeOfATreeIsInItsExcerpt() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let tree = Tree(&random)
            let selectors = (0..<30).map { _ in Tree.selector(&random) }
            let sheet = selectors.enumerated().map { "\($1) { margin: \($0)px; }" }.joined(separator: "\n")
            let kept = try #require(ThemeExcerpt(nodes: StyleNode.all(in: tree.text)).of(sheet))
            for (number, selector) in selectors.enumerated() where tree.matches(selector) {
                #expect(kept.contains("\(selector) { margin: \(number)px; }"), "\(selector) in\n\(tree.text)")
            }
        }
    }

    private func statements(of sheet: String) -> [String] {
        var (scanner, found) = (StyleScanner(sheet), [String]())
        while let part = scanner.next() { if case .statement(let text) = part { found.append(text) } }
        return found
    }

    @Test func anExcerptSaysWhatItWasMadeOfAndFor() {
        let heading = ExcerptHeading(sheet: "0123456789abcdef", nodes: Self.nodes)
        #expect(ExcerptHeading(of: heading.text + "image { }\n") == heading)
        for text in ["", "image { }", "/* */\n", String(heading.text.dropLast(4))] {
            #expect(ExcerptHeading(of: text) == nil)
        }
    }

    // GTK is the main thread's; tests of widgets use it there too.
    @MainActor @Test(arguments: [("Adwaita", nil), ("Adwaita", "dark"), ("HighContrast", nil)] as [(String, String?)])
    func ofAThemeOfGTKTheExcerptIsAFewRulesAndAllItsColours(name: String, variant: String?) throws {
        // Before it has begun GTK has no themes; it needs no display for that.
        gtk_parse_args(nil, nil)
        let sheet = try #require(BuiltInTheme(name, variant: variant)?.sheet)
        let excerpt = try #require(self.excerpt(sheet))
        #expect(excerpt.utf8.count < sheet.utf8.count / 4 && excerpt.contains("decoration"))
        #expect(statements(of: excerpt) == statements(of: sheet) && statements(of: sheet).count > 20)
        #expect(BuiltInTheme("Elsewhere", variant: nil) == nil && BuiltInTheme("../theme/Adwaita", variant: nil) == nil)
    }
}

/// A tree of nodes, and what it means that a selector matches one of them: slow and plain.
private struct Tree {
    private var nodes: [StyleNode] = []
    private var parents: [Int?] = []

    private static let names = ["box", "button", "image", "label"]
    private static let classes = ["flat", "large", "toggle"]

    init(_ random: inout SplitMix64) {
        for number in 0..<Int.random(in: 1...7, using: &random) {
            nodes.append(StyleNode(Self.compound(&random, isNamed: true)))
            parents.append(number == 0 ? nil : Int.random(in: 0..<number, using: &random))
        }
    }

    private static func compound(_ random: inout SplitMix64, isNamed: Bool) -> String {
        let name = names.randomElement(using: &random) ?? ""
        let some = classes.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { "." + $0 }.joined()
        return isNamed || some.isEmpty || Bool.random(using: &random) ? name + some : some
    }

    static func selector(_ random: inout SplitMix64) -> String {
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            compound(&random, isNamed: false) + (Bool.random(using: &random) ? "" : ":not(:hover):backdrop")
        }
        return parts.joined(separator: Bool.random(using: &random) ? " " : " > ")
    }

    /// As GTK prints it, but for its order, which says nothing here.
    var text: String { nodes.map { "  \($0):dir(ltr)" }.joined(separator: "\n") }

    /// Whether it matches some node in some state that comes of no hand.
    func matches(_ selector: String) -> Bool {
        let isDirect = selector.contains(">")
        let parts = selector.split(whereSeparator: { $0 == " " || $0 == ">" }).map { StyleNode($0) }
        return nodes.indices.contains { matches(parts[...], at: $0, isDirect) }
    }

    private func matches(_ parts: ArraySlice<StyleNode>, at node: Int, _ isDirect: Bool) -> Bool {
        guard let last = parts.last, last.takes(nodes[node]) else { return parts.isEmpty }
        let before = parts.dropLast()
        if before.isEmpty { return true }
        var parent = parents[node]
        while let place = parent {
            if matches(before, at: place, isDirect) { return true }
            parent = isDirect ? nil : parents[place]
        }
        return false
    }
}
