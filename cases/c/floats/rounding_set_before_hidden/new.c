#include <fenv.h>
#include <math.h>

double f(double x) {
    double r = rint(x);
    return r;
}
