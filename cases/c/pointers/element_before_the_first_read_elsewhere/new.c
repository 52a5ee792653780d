int client(const int *a) { const int *b = a - 1; return *b; }
