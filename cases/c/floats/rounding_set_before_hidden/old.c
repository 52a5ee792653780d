#include <fenv.h>
#include <math.h>

double f(double x) {
    return rint(x);
}
