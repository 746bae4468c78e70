#pragma once
#include <atspi/atspi.h>
#include <glib-unix.h>
