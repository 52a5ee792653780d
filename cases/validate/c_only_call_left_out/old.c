#include "log.h"

int score(int x) {
    int before = level(x);
    return before - before + x;
}
