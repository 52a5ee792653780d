#include <optional>

static std::optional<int> half(int x) {
    if (x % 2 == 0) return x / 2;
    return {};
}

int f(int x) {
    return half(x).value_or(-1);
}
