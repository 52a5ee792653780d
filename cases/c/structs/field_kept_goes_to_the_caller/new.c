struct pair { int a, b; };

void set(struct pair *last, int x) {
    struct pair p = *last;
    p.a = x;
    *last = p;
}
