struct span { char *from, *to; };
char *f(struct span *s) { return s->from ? s->from : s->to; }
