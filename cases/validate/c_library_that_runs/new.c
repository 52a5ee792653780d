#include "gauge.h"

int fill(int level) {
    return level < capacity() ? level : capacity();
}
