static int level = 3;
void set_level(int l) { level = l; }
int f(void) { return level; }
