#include "translation.h"

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const char *const domain = "quadrille";

struct quad_number_signs quad_language_start(const char *folder)
{
    struct quad_number_signs signs = {"", "", "", 0};
    // Of a locale that is not installed nothing is taken, as GTK has it.
    setlocale(LC_ALL, "");
    const char *name = setlocale(LC_NUMERIC, NULL);
    if (name && strcmp(name, "C") && strcmp(name, "POSIX") && strncmp(name, "C.", 2)) {
        const struct lconv *lconv = localeconv();
        snprintf(signs.separator, sizeof signs.separator, "%s", lconv->thousands_sep);
        snprintf(signs.point, sizeof signs.point, "%s", lconv->decimal_point);
        snprintf(signs.grouping, sizeof signs.grouping, "%s", lconv->grouping);
        signs.is_own = 1;
    }
    setlocale(LC_NUMERIC, "C");
    bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
    // By this GLib tells whether the program has a catalog. Where it has none GTK's own words stay English too.
    textdomain(domain);
    return signs;
}

const char *quad_translated(const char *text) { return dgettext(domain, text); }

const char *quad_translated_count(const char *one, const char *many, unsigned long count)
{
    return dngettext(domain, one, many, count);
}
