#pragma once
// The library has one set of functions for each width of a text's units; ours are bytes.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
