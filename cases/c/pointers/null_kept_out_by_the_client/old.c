struct point { int x, y; unsigned char tag; };
static int size(const struct point *p) { if (!p) return -1; return p->x * p->x + p->y * p->y; }
int client(const struct point *p) { return p ? size(p) : 0; }
