void ext2(void); int G;
void set(int *p) { *p = 1; }
int g(int n) { set(&G); ext2(); return G; }
