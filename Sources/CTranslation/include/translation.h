/// libc's gettext, as Swift can call it, and the language and number format of the user.
#pragma once

/// The number format of the locale, from localeconv: texts in the locale's encoding, which end at a zero.
struct quad_number_signs {
    /// Between groups of digits; empty where there are none.
    char separator[8];
    /// Before the decimals.
    char point[8];
    /// The number of digits of each group, from the last group on; the last number applies to all further groups.
    char grouping[8];
    /// Nonzero where the locale has a number format of its own, and is not C.
    int is_own;
};

/// Applies the locale that the environment names, and the catalogs in `folder`. Returns the locale's number format; programs
/// stay in C: strtod and printf keep their point.
///
/// Once, before there is a second thread: setlocale is for all of a program.
struct quad_number_signs quad_language_start(const char *folder);

/// Returns a text in the active language, or unchanged. The result lives as long as the program or `text`.
const char *quad_translated(const char *text);

/// The same, for so many of something.
const char *quad_translated_count(const char *one, const char *many, unsigned long count);
