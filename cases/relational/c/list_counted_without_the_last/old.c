struct node {
    int value;
    struct node *next;
};

int length(const struct node *node) {
    int count = 0;
    while (node) {
        count++;
        node = node->next;
    }
    return count;
}
