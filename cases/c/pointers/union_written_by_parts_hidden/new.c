union word {
    unsigned whole;
    unsigned short half[2];
};

unsigned f(union word *w, unsigned short high) {
    return w->whole = (unsigned)high << 16;
}
