struct n {
    struct n*next;
    int v;
};

static int total(struct n*p) {
    int r = 0;
    while(p) {
        r += p->v;
        p = p->next;
    }
    return r;
}

int f(struct n*p) {
    if(!p) return 0;
    return total(p)+p->v;
}
