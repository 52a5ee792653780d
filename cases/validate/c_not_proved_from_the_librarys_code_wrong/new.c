#include "parts.h"

int next(int x) {
    return 1 + positive_part(x);
}
