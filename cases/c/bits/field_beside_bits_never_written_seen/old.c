struct flags {
    unsigned kind : 4;
    unsigned rest : 4;
};

int f(unsigned x) {
    struct flags v;
    v.kind = x;
    return v.kind;
}
