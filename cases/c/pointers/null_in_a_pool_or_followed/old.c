static int pool[4];

int f(const int *p) {
    if (p)
        return 2;
    return p >= pool && p < pool + 4;
}
