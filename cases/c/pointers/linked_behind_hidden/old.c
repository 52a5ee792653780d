struct node {
    struct node *next, *prev;
};

void f(struct node *a, struct node *b) {
    a->next = b;
    b->prev = a;
}
