static const int table[3] = {1, 2, 4};
const int *client(int x) { return &table[x & 1]; }
