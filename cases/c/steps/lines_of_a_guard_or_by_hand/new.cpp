#include <cstdio>

void f(int x) {
    std::printf("in %d\nmid\nout %d\n", x, x);
}
