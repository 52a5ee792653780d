#include <memory>

int f(int x) {
    auto p = std::make_unique<int>(x);
    *p += 1;
    return *p;
}
