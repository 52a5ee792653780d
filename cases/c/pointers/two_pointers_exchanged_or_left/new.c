void f(char **a) { (void)a[0]; (void)a[1]; }
