static int level = 3;
int f(void) { return level; }
