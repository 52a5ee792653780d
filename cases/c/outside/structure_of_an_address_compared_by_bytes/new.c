struct held { char *text; };
struct pair { struct held *a, *b; struct pair *next; };
int same(struct pair *p) {
    return p->a->text == p->b->text;
}
