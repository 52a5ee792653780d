struct node {
    int value;
    struct node *next;
};

int f(const struct node *list) {
    if (list && list->next) return list->next->value;
    return 0;
}
