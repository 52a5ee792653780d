#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int first(int value) {
    struct node *node = malloc(sizeof *node);
    if (!node) {
        return -1;
    }
    *node = (struct node){value / 2, NULL};
    int result = node->next ? 0 : node->value;
    free(node);
    return result;
}
