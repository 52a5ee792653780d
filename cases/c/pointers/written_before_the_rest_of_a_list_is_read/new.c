struct node {
    int value;
    struct node *next;
};

int f(struct node *list) {
    if (!list || !list->next) return 0;
    list->value = 1;
    return list->next->value;
}
