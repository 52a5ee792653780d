static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const table[2])(int) = {twice, square};

int apply(int which, int x) { return table[which & 1](x); }
int client(int which, int x) { return apply(which, x); }
