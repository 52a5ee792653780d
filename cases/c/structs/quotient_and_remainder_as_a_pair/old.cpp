#include <utility>

static std::pair<int, int> dm(int a, int b) {
    return {a / b, a % b};
}

int f(int a) {
    auto [q, r] = dm(a, 7);
    return q * 10 + r;
}
