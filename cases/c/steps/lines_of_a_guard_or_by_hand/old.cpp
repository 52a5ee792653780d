#include <cstdio>

struct G {
    int k;
    G(int k) : k(k) {
        std::printf("in %d\n", k);
    }
    ~G() {
        std::printf("out %d\n", k);
    }
};

void f(int x) {
    G g(x);
    std::printf("mid\n");
}
