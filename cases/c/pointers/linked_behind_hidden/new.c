struct node {
    struct node *next, *prev;
};

void f(struct node *a, struct node *b) {
    b->prev = a;
    a->next = b;
}
