struct node {
    int value;
    struct node *next;
};

void f(struct node **link) {
    if (*link) *link = (*link)->next;
}
