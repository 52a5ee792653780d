static char buffer[3];
const char *client(unsigned x) { buffer[1] = 0; buffer[0] = (char)(x % 10 + 48); return buffer; }
