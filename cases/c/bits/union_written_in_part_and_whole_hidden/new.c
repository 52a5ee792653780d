union both {
    short low;
    int all;
};

int f(int x) {
    union both u;
    u.all = x;
    return u.all;
}
