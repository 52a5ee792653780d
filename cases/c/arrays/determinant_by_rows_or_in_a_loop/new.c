int det(int m[3][3]) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
    }
    return sum;
}

int client(int a, int b, int c) {
    int m[3][3] = {{a, b, 1}, {c, a, 2}, {1, 3, b}};
    return det(m);
}
