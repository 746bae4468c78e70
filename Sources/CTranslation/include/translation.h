/// libc's gettext, as Swift can call it, and the language and numbers of whoever runs the program.
#pragma once

/// How numbers are written, as localeconv has it: texts in the locale's encoding, which end at a zero.
struct quad_number_signs {
    /// Between groups of digits; empty where there are none.
    char separator[8];
    /// Before the decimals.
    char point[8];
    /// How many digits each group has, from the last one on; the last number goes for all that follow.
    char grouping[8];
    /// Whether the locale has numbers of its own, and is not C.
    int is_own;
};

/// Takes the locale that the environment names, and the catalogs in `folder`. Gives how people there write numbers; programs
/// go on as in C: what strtod reads and printf writes keeps its point.
///
/// Once, before there is a second thread: setlocale is for all of a program.
struct quad_number_signs quad_language_start(const char *folder);

/// A text in the language that is in force, or as it is. What is given lives as long as the program or `text`.
const char *quad_translated(const char *text);

/// The same, for so many of something.
const char *quad_translated_count(const char *one, const char *many, unsigned long count);
