int client(const int *a) { return a[-1]; }
