#include <array>

int f(unsigned i, int v) {
    std::array<int, 4> a{1, 2, 3, 4};
    a[i % 4] = v;
    return a[0] + a[3];
}
