static int calls;
static void count(int *counter) { ++*counter; }
int f(int x) {
    count(&calls);
    return x;
}
