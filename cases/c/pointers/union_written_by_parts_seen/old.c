union word {
    unsigned whole;
    unsigned short half[2];
};

unsigned f(union word *w, unsigned short high) {
    w->half[1] = high;
    return w->whole;
}
