struct rec {
    int key;
    int at;
};

int order(const struct rec *a, const struct rec *b) {
    int k = (a->key > b->key) - (a->key < b->key);
    if (k) return k;
    return a->at < b->at ? -1 : a->at > b->at;
}
