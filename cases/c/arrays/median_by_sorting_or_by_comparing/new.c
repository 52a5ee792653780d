int median(int a, int b, int c) {
    int low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}
int client(int a, int b, int c) { return median(a, b, c); }
