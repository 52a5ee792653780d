#include <math.h>
#include <wctype.h>

double f(double x, int c) {
    long long a = llround(x);
    double b = ldexp(x, 2);
    int u = towupper(c);
    return a + b + u;
}
