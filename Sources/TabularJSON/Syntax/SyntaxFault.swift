/// The reason why a text is not JSON, and its byte.
struct SyntaxFault: Error, Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// No value begins here.
        case value
        /// No name of a member begins here.
        case name
        case colon
        /// Neither a comma nor the end of the object follows a member.
        case commaOrBrace
        /// Neither a comma nor the end of the array follows an element.
        case commaOrBracket
        case number
        case escape
        /// Something follows the value.
        case end
        /// The text ends inside the value.
        case cutOff
    }

    var kind: Kind
    /// Byte offset in the text.
    var byte: Int
}
