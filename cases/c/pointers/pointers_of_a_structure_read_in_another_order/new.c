struct span { char *from, *to; };
char *f(struct span *s) {
    char *to = s->to, *from = s->from;
    if (!from) return to;
    return from;
}
