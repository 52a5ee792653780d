static int buffer;
static int other;

int *f(int x) {
    buffer = x;
    return &buffer;
}
