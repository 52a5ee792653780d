#include <math.h>

static const double coefficient[6] = {
    76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5,
};

double log_gamma(double x) {
    double y = x, t = x + 5.5, sum = 1.000000000190015;
    t -= (x + 0.5) * log(t);
    for (int j = 0; j <= 5; j++) sum += coefficient[j] / ++y;
    return -t + log(2.5066282746310005 * sum / x);
}
double client(double x) { return x > 0.0 ? log_gamma(x) : 0.0; }
