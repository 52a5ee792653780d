#include <math.h>

double mean(double a, double b) {
    for (int i = 0; i < 4; i++) {
        double next = (a + b) / 2.0;
        b = sqrt(a * b);
        a = next;
    }
    return a;
}
double client(double x) { return x >= 1.0 && x <= 2.0 ? mean(x, 1.0) : 0.0; }
