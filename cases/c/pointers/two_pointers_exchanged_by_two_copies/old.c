void f(char **a) { char *t = a[0]; a[0] = a[1]; a[1] = t; }
