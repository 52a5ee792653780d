#include <string_view>

bool f(const char* p, unsigned n) {
    std::string_view s(p, n);
    return s.empty() || s.front() == '#';
}
