struct pair { int a, b; };
struct pair last;

void set(int x) {
    struct pair p = {x, 0};
    last = p;
}
