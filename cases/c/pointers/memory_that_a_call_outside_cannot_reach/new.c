extern void log_it(int);
int f(int x) { log_it(x); return x; }
