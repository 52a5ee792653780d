static const int table[3] = {1, 2, 4};
int client(int x) { const int *at = &table[x & 1]; return *at; }
