struct node {
    int value;
    struct node *next;
};

int f(const struct node *list) {
    if (!list) return 0;
    const struct node *second = list->next;
    return second ? second->value : 0;
}
