struct point { int x, y; unsigned char tag; };
static int size(const struct point *p) { return p->y * p->y + p->x * p->x; }
int client(const struct point *p) { return size(p); }
