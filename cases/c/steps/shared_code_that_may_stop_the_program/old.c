#include <stdio.h>
#include <stdlib.h>

static void stop_if(int n) {
    int i;
    for(i = 0;i<n;i++) if(i == 5) exit(3);
}

int f(int n) {
    puts("a");
    stop_if(n);
    return 0;
}
