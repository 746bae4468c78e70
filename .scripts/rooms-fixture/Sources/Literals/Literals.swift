/* A comment with braces {{{ and /* one within it } */ "and a quote */
/** How a block comment begins is looked at too. */
struct Literals {
    // A line comment with { and "
    let text = """
        var fake: Int
        } } } "quoted" \(["a": "}"].map { "\($0.key) { \("""
        deep }
        """)" }.joined())
        struct Fake { var x: Int }
        /// What a literal says is no documentation.
        """
    let raw = #"a " quote and \( no interpolation } "#, second = ##"""
        one "# and "" } \(1) \#(2) \##("}")
        """##
    let escaped = "\\", brace = "\"{", interpolated = "\(1 + (2 * 3)) } \(")")"
    /* var hidden = 1 */ var character: Character = "{"  // var trailing = 1
    var expression = /[(\/{]+"/
    var extended = #/ " { /#
    var quotient = 8 / 2 / 2, share = (1 / 2)
}

/// The first line of a documentation comment.
/// What follows is not its first line.
///
/// - Returns: Whether it does.
func documented() {}

/// How long it is.
func length() {}

//// Where four slashes stand, it is no documentation.
let length = 1  /// What stands behind code is none.

/// Whatever begins like one of the words is fine.
///
/// When it is a later line too.
let fine = 1

/// Those that are counted: this is the third.

/// When a blank line ends a comment, another begins: the fourth.
let last = 1
