static int calls;
static void count(int *counter) { ++*counter; }
int f(int x) {
    count(&calls);
    return calls > 3 ? x : 0;
}
