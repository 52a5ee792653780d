#include <utility>

void exchange(int &a, int &b) {
    std::swap(a, b);
}
