int first(int a, int v) {
    int at = 9;
    if (a > 0) {
        for (int i = 0; i < 4; i++) {
            if ((v >> i) & 1) {
                at = i;
                break;
            }
        }
    } else {
        at = v;
    }
    return at;
}
