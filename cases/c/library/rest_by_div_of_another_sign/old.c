#include <stdlib.h>
int f(signed char a) { return div(a, 7).rem; }
