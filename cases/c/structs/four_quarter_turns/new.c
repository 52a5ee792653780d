struct point { int x, y; };

struct point turn(struct point p) {
    int y = p.x;
    p.x = 0 - p.y;
    p.y = y;
    return p;
}
int client(struct point p) { return turn(turn(turn(turn(p)))).x; }
