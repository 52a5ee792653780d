struct node {
    int value;
    struct node *next;
};

int length(const struct node *node) {
    int count = 0;
    for (; node != 0; node = node->next) {
        ++count;
    }
    return count;
}
