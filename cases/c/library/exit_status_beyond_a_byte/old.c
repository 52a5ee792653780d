#include <stdlib.h>
void f(void){exit(256);}
