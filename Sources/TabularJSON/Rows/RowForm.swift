/// The way in which the rows of a text are separated.
///
/// The text of a row goes from the end of the row before, blanks and separators included, to its own end:
///
///     lines      {"a":1}⏎|  ⏎{"a":2}⏎|
///     values     {"a":1}| 2 |, "x"|[]|3|{}|
///     elements   {"a":1},| 2,| 3 ]|
///     members    "a": 1,| "b": {} }|
enum RowForm: UInt8, Sendable, Hashable {
    /// A value on each line (NDJSON). Each line feed ends a row; blank lines are not rows.
    case lines
    /// Values one after another, with blanks, commas or the record separator U+001E (RFC 7464) between them.
    ///
    /// A row ends with its last bracket or quote. A number or word ends with the separator after it, or where the next
    /// value begins.
    case values
    /// The elements of an array, without its opening bracket.
    ///
    /// Each comma outside brackets ends a row and is its last byte. The closing bracket of the array ends the last row if
    /// anything but blanks precedes it: `[1,2,]` has two rows.
    case elements
    /// The members of an object, by the same rules.
    case members
}
