int f(int x) {
    int *p = new int(x);
    ++*p;
    int r = *p;
    delete p;
    return r;
}
