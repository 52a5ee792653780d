#include <math.h>

struct pair { double a, b; };

static struct pair step(struct pair p) {
    struct pair next = {(p.a + p.b) / 2.0, sqrt(p.a * p.b)};
    return next;
}

double mean(double a, double b) {
    struct pair p = {a, b};
    p = step(step(step(step(p))));
    return p.a;
}
double client(double x) { return x >= 1.0 && x <= 2.0 ? mean(x, 1.0) : 0.0; }
