struct description { const char *name; int by; };
static const struct description all[2] = {{"down", -1}, {"up", 1}};
const struct description *client(int x) { return &all[x & 1]; }
