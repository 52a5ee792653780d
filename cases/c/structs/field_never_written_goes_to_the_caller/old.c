struct pair { int a, b; };

void set(struct pair *last, int x) {
    struct pair p = {x, 0};
    *last = p;
}
