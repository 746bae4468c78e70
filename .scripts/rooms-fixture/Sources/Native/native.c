#include "native.h"
