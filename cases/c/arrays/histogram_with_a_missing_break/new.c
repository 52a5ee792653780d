int client(unsigned x) {
    int a = 0, b = 0, c = 0, d = 0;
    for (int i = 0; i < 4; i++) {
        switch (x & 3) {
        case 0: a++; break;
        case 1: b++;
        case 2: c++; break;
        default: d++;
        }
        x = x >> 2;
    }
    return ((a * 10 + b) * 10 + c) * 10 + d;
}
