static int calls;

int f(int x) {
    calls++;
    return x;
}
