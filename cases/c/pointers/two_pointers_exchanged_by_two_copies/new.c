void f(char **a) { char *x = a[0], *y = a[1]; a[1] = x; a[0] = y; }
