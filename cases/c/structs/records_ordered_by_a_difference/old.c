struct rec {
    int key;
    int at;
};

int order(const struct rec *a, const struct rec *b) {
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}
