static void multiply(int to[2][2], int a[2][2], int b[2][2]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            to[i][j] = 0;
            for (int k = 0; k < 2; k++) to[i][j] += a[i][k] * b[k][j];
        }
}

int client(int a, int b, int c, int d) {
    int x[2][2] = {{a, b}, {c, d}}, y[2][2] = {{1, 1}, {1, 0}}, z[2][2];
    multiply(z, x, y);
    return z[0][0] - z[0][1] + z[1][0] * 3 - z[1][1];
}
