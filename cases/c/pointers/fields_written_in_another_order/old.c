struct point { int x, y; unsigned char tag; };
static void move(struct point *p, int dx, int dy) { p->x += dx; p->y += dy; }
void client(struct point *p, int dx, int dy) { move(p, dx, dy); }
