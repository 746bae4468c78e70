import CPCRE2
import Translation

extension PatternError {
    /// The fault as the end of a sentence without its full stop. The library's own words are English.
    public var message: String {
        switch fault {
        case .tooLong(let limit): tr("it is longer than {bytes} bytes", ["bytes": limit.grouped])
        case .refused(let number): Self.words(number) ?? tr("it cannot be read")
        }
    }

    public var description: String {
        tr(
            "The pattern makes no sense after {offset} of its {characters} characters: {reason}.",
            ["offset": "\(offset)", "characters": "\(pattern.count)", "reason": message])
    }

    private static func words(_ number: Int32) -> String? {
        var text = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(number, &text, text.count)
        return length > 0 ? String(decoding: text.prefix(Int(length)), as: UTF8.self) : nil
    }
}
