int f(int a, int b) {
    int* p = new int[2];
    p[0] = a;
    p[1] = b;
    int r = p[0] ^ p[1];
    delete[] p;
    return r;
}
