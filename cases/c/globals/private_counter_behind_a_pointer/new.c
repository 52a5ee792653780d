static int calls;
static void count(int *counter) { *counter += 2; }
int f(int x) {
    count(&calls);
    return x;
}
