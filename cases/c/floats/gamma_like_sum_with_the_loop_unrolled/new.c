#include <math.h>

double log_gamma(double x) {
    double t = x + 5.5;
    double sum = 1.000000000190015;
    double y = x + 1.0;
    sum = sum + 76.18009172947146 / y;
    y = y + 1.0;
    sum = sum + -86.50532032941677 / y;
    y = y + 1.0;
    sum = sum + 24.01409824083091 / y;
    y = y + 1.0;
    sum = sum + -1.231739572450155 / y;
    y = y + 1.0;
    sum = sum + 0.1208650973866179e-2 / y;
    y = y + 1.0;
    sum = sum + -0.5395239384953e-5 / y;
    t = t - (x + 0.5) * log(t);
    return -t + log(2.5066282746310005 * sum / x);
}
double client(double x) { return x > 0.0 ? log_gamma(x) : 0.0; }
