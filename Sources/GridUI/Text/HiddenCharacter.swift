/// The characters without an appearance of their own or with an effect on text direction, and the signs that replace them.
///
/// Unicode's default ignorable code points, its directional controls, and the interlinear annotation marks. Some texts need a
/// few of them: they stay where they change adjacent letters, emoji or ideographs (`isNeeded`), and are signs everywhere
/// else. The signs are neutral in direction, so that one among Arabic letters leaves them in their order.
enum HiddenCharacter {
    /// Returns true where a UTF-8 sequence that begins with `lead` may be a hidden character.
    static func mayBegin(with lead: UInt8) -> Bool {
        switch lead {
        case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3: true
        default: false
        }
    }

    static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
            0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Returns the sign that replaces a character: an arrow in the direction that a directional control sets, a dotted
    /// circle for a character without direction.
    static func sign(of scalar: UInt32) -> StaticString {
        switch scalar {
        case 0xAD: "‧"
        case 0x200E: "⇾"
        case 0x200F, 0x61C: "⇽"
        case 0x202A: "⇉"
        case 0x202B: "⇇"
        case 0x202D: "⇛"
        case 0x202E: "⇚"
        case 0x2066: "⇨"
        case 0x2067: "⇦"
        case 0x2068: "⇿"
        case 0x202C, 0x2069: "⇲"
        default: "◌"
        }
    }

    /// Returns true where a hidden character has an effect on its neighbors.
    ///
    /// If you add such a case, list the difference that it makes to the drawing in `VisibleSignTests`.
    static func isNeeded(_ scalar: UInt32, in place: Place) -> Bool {
        switch scalar {
        // A joiner: directly after a letter that joins or stacks; ZWJ also between two emoji.
        case 0x200C: isJoining(place.before)
        case 0x200D: isJoining(place.before) || isEmojiEnd(place.before, place.twoBefore) && isEmoji(place.after)
        // Where a line may break in scripts without spaces between words.
        case 0x200B: isUnspaced(place.before) && isUnspaced(place.after)
        // Another form of a Mongolian letter.
        case 0x180B...0x180F: (0x1820...0x18AA).contains(place.before)
        // An emoji as a picture or as a letter; of digits only as a keycap.
        case 0xFE0E, 0xFE0F: isEmoji(place.before) || isKeycapBase(place.before) && place.after == 0x20E3
        // Another form of an ideograph.
        case 0xFE00...0xFE02, 0xE0100...0xE01EF: isIdeograph(place.before)
        default: false
        }
    }

    /// The characters around one; 0 where the text begins or ends.
    struct Place {
        var twoBefore: UInt32
        var before: UInt32
        var after: UInt32
    }
}

extension HiddenCharacter {
    /// A letter or mark of a script whose letters join or stack, so that a joiner changes how they look.
    private static func isJoining(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0xDFF, 0x1000...0x109F, 0x1780...0x18AF, 0x1A20...0x1AAF,
            0x1B00...0x1C4F, 0x1CD0...0x1CFF, 0xA800...0xA82F, 0xA840...0xA8FF, 0xA930...0xA9FF, 0xAA60...0xAADF,
            0xABC0...0xABFF, 0x10A00...0x10A5F, 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F,
            0x10EC0...0x10EFF, 0x10F30...0x10FDF, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            isLetter(scalar)
        default: false
        }
    }

    private static func isUnspaced(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0xA980...0xA9FF,
            0xAA60...0xAADF:
            isLetter(scalar)
        default: false
        }
    }

    /// A letter, or a mark upon one.
    private static func isLetter(_ scalar: UInt32) -> Bool {
        guard !contains(scalar), let category = Unicode.Scalar(scalar)?.properties.generalCategory else { return false }
        switch category {
        case .otherLetter, .modifierLetter, .lowercaseLetter, .uppercaseLetter, .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    private static func isEmoji(_ scalar: UInt32) -> Bool {
        scalar > 0x7F && Unicode.Scalar(scalar)?.properties.isEmoji == true
    }

    /// The last character of an emoji that another can be joined to: the emoji itself, or its presentation selector.
    private static func isEmojiEnd(_ scalar: UInt32, _ before: UInt32) -> Bool {
        isEmoji(scalar) || scalar == 0xFE0F && isEmoji(before)
    }

    private static func isKeycapBase(_ scalar: UInt32) -> Bool {
        (0x30...0x39).contains(scalar) || scalar == 0x23 || scalar == 0x2A
    }

    private static func isIdeograph(_ scalar: UInt32) -> Bool {
        Unicode.Scalar(scalar)?.properties.isIdeographic == true
    }
}
