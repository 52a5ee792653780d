static void swap(int *a, int *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
void client(int *a, int *b) { if (a != b) swap(a, b); }
