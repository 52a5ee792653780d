static int calls;

int f(int x) {
    calls++;
    return x;
}

int count(void) { return calls; }
