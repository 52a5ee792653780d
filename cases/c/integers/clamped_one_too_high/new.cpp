#include <algorithm>

int f(int x) {
    return std::clamp(x, 0, 256);
}
