static void swap(int *a, int *b) { int kept = *a; *a = *b; *b = kept; }
void client(int *a, int *b) { if (a != b) swap(a, b); }
