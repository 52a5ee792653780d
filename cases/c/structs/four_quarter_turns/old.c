struct point { int x, y; };

struct point turn(struct point p) {
    struct point q = {-p.y, p.x};
    return q;
}
int client(struct point p) { return turn(turn(turn(turn(p)))).x; }
