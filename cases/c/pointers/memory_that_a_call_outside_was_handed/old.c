extern void fill(int *);
int f(int x) {
    int a = x;
    fill(&a);
    return a;
}
