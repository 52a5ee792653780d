static char buffer[3];
const char *client(unsigned x) { buffer[0] = '0' + x % 10; buffer[1] = 0; return buffer; }
