#include <algorithm>

int f(int x) {
    return std::max(0, std::min(255, x));
}
