struct node {
    int value;
    struct node *next;
};

int f(struct node *list) {
    if (!list || !list->next) return 0;
    int second = list->next->value;
    list->value = 1;
    return second;
}
