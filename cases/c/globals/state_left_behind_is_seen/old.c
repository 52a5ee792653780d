int total;
static int calls;

int add(int x) {
    total += x;
    return ++calls;
}
int client(int a, int b) { return add(a) + add(b); }
