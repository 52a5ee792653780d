struct description { const char *name; int by; };
static const struct description all[2] = {{"down", -1}, {"upwards", 1}};
int client(int x) { return all[x & 1].by; }
