struct pair { int a, b; };
struct pair last;

void set(int x) {
    struct pair p;
    p.b = 0;
    p.a = x;
    last = p;
}
