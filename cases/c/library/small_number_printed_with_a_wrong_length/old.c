#include <stdio.h>
int show(int x) { return printf("%d", x & 1023); }
