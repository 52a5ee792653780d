struct node {
    int value;
    struct node *next;
};

int f(struct node *list) {
    if (!list || !list->next || !list->next->next) return 0;
    struct node *second = list->next, *third = second->next;
    second->value = 1;
    third->value = 2;
    return second->value;
}
