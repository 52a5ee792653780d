static int calls;

int f(int x) {
    calls += 2;
    return x;
}
