#include <math.h>
#include <wctype.h>

double f(double x, int c) {
    int u = towupper(c);
    double b = ldexp(x, 2);
    long long a = llround(x);
    return a + b + u;
}
