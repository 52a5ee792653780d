void ext2(void);
int G;
void set(int *p) { *p = 1; }
int g(int n) { ext2(); set(&G); return 1; }
