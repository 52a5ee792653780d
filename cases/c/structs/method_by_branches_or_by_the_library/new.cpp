#include <algorithm>

struct Range {
    int low, high;
    int clamp(int n) const;
};

int Range::clamp(int n) const {
    return n < low ? low : std::min(n, high);
}
