#include <optional>

static std::optional<int> half(int x) {
    if (x % 2) return std::nullopt;
    return x / 2;
}

int f(int x) {
    auto r = half(x);
    return r ? *r : -1;
}
