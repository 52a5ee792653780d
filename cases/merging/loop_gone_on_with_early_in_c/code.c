int total(int a, int b) {
    int s = 0;
    if (a > 0) {
        int i = 0;
        while (i < 3) {
            i++;
            int x = i * 10 ^ a;
            if (b > i) continue;
            int k = 0;
            while (k < 2) {
                k++;
                int y = x ^ k;
                if (b == k) continue;
                if (b < -7) return y;
                s ^= y;
            }
            if (b < 0) break;
            s += x;
        }
    } else {
        s = b;
    }
    return s;
}
