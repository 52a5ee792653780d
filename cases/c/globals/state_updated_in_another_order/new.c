int total;
static int calls;

int add(int x) {
    int now = calls + 1;
    calls = now;
    total = x + total;
    return now;
}
int client(int a, int b) { return add(a) + add(b); }
