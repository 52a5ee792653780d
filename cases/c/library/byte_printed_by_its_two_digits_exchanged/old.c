#include <stdio.h>
void show(unsigned char x) { printf("%02x", x); }
