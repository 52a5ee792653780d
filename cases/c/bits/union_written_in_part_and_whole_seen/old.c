union both {
    short low;
    int all;
};

int f(int x) {
    union both u;
    u.low = 0;
    u.all = x;
    return u.all;
}
