#include "gauge.h"

int fill(int level) {
    if (is_full(level))
        return capacity();
    return level;
}
