static const int table[3] = {1, 2, 3};
const int *client(int x) { return &table[x & 1]; }
