static int value(int c) { if (c >= '0' && c <= '9') return c - '0'; return -1; }
int client(int c) { return c >= 0 && c <= 255 ? value(c) : -1; }
