static int buffer;
static int other;

int *f(int x) {
    other = x;
    return &other;
}
