struct span { char *from, *to; };
char *f(struct span *s) { return s->to; }
