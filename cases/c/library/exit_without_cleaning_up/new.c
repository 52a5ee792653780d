#include <stdlib.h>
#include <unistd.h>
void f(int x){_exit(x&3);}
