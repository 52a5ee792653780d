static int level = 3;
int f(void) { return level > 5 ? 5 : level; }
