static int calls;

int f(int x) {
    calls += 2;
    return x;
}

int count(void) { return calls; }
