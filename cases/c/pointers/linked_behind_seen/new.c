struct node {
    struct node *next, *prev;
};

void f(struct node *a, struct node *b) {
    a->prev = b;
    b->next = a;
}
