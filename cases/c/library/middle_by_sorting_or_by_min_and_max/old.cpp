#include <algorithm>

int f(int a, int b, int c) {
    int v[3] = {a, b, c};
    std::sort(v, v + 3);
    return v[1];
}
