struct node {
    int value;
    struct node *next;
};

void f(struct node **link) {
    struct node *first = *link;
    if (first) *link = first->next;
}
