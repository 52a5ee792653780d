struct pair { int a, b; };

void set(struct pair *last, int x) {
    last->a = x;
}
